package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.HttpAnswer.text;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The sandbox's fraud screening in the words of the interface's frm_message. */
final class SandboxFraud {

    private SandboxFraud() {}

    static JsonNode message(JsonNode screening) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("frm_name", text(screening, "name"))
                .put("frm_transaction_id", text(screening, "transaction_id"))
                .put("frm_transaction_type", text(screening, "type"))
                .put("frm_status", text(screening, "status"))
                .put("frm_score", screening.path("score").asInt(0))
                .put("frm_reason", text(screening, "reason"));
    }
}
