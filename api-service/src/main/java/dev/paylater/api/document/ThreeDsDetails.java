package dev.paylater.api.document;

import dev.paylater.api.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** external_authentication_details, from the answer of 3ds/authentication that an attempt keeps. */
final class ThreeDsDetails {

    @Nullable Boolean attempted(PaymentView view) {
        return view.data().text("three_ds") == null
                ? view.intent().flag("request_external_three_ds_authentication") == null
                        ? null
                        : Boolean.FALSE
                : Boolean.TRUE;
    }

    void write(PaymentView view, JsonGenerator json) {
        var text = view.data().text("three_ds");
        if (text == null) {
            json.writeNull();
            return;
        }
        var answer = Json.read(text);
        var isChallenged = answer.path("acs_url").isString();
        json.writeStartObject();
        json.writeStringProperty(
                "authentication_flow", isChallenged ? "challenge" : "frictionless");
        copy(answer, "electronic_commerce_indicator", json);
        json.writeStringProperty("status", status(answer, view));
        copy(answer, "ds_transaction_id", json);
        copy(answer, "version", json);
        var error = view.error();
        json.writeName("error_code");
        Values.text(error.text("code"), json);
        json.writeName("error_message");
        Values.text(error.text("message"), json);
        json.writeEndObject();
    }

    /** A challenge is started until the attempt has moved on. */
    private static String status(JsonNode answer, PaymentView view) {
        if ("authentication_failed".equals(view.attempt().text("status"))) {
            return "failed";
        }
        return switch (answer.path("trans_status").asString("")) {
            case "Y", "A" -> "success";
            case "C", "D" ->
                    view.document().status().equals("requires_customer_action")
                            ? "started"
                            : "success";
            default -> "failed";
        };
    }

    private static void copy(JsonNode answer, String name, JsonGenerator json) {
        json.writeName(name);
        Values.text(answer.path(name).asString(null), json);
    }
}
