package dev.paylater.api.docs;

import dev.paylater.api.json.Json;
import dev.paylater.schemas.EventType;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The document's webhooks: each event of the catalogue, with its example. */
final class WebhookSection {

    private final ObjectNode schemas;

    private WebhookSection(ObjectNode schemas) {
        this.schemas = schemas;
    }

    static void addTo(ObjectNode document) {
        var schemas = (ObjectNode) document.required("components").required("schemas");
        new WebhookSection(schemas).add(document.putObject("webhooks"));
    }

    private void add(ObjectNode webhooks) {
        data(
                "PaymentEventData",
                "Payment",
                Map.of(
                        "capture_status", "/Capture/properties/status",
                        "dispute_id", "/Dispute/properties/dispute_id",
                        "dispute_status", "/Dispute/properties/dispute_status",
                        "mandate_status", "/Mandate/properties/status",
                        "payment_link_status", "/PaymentLink/properties/status"));
        data("RefundEventData", "Refund", Map.of());
        var endpoint = schemas.putObject("WebhookEndpointEventData");
        endpoint.put("type", "object").put("description", "The endpoint that it is about.");
        var members = endpoint.putObject("properties");
        members.putObject("endpoint_id").put("type", "string");
        members.putObject("reason").put("type", "string");
        for (var type : EventType.values()) {
            var operation = webhooks.putObject(type.wireName()).putObject("post");
            operation.put("operationId", "on" + NamedParts.pascal(type.wireName()));
            operation.putArray("tags").add("webhooks");
            operation.put("summary", type.wireName());
            operation.put(
                    "description",
                    "Sent to the merchant's endpoints whose `events` have it, signed as Standard"
                            + " Webhooks say.");
            operation.putArray("security");
            var json =
                    operation
                            .putObject("requestBody")
                            .put("required", true)
                            .putObject("content")
                            .putObject("application/json");
            json.set("schema", Nulls.reference(event(dataOf(type)), false, null));
            json.set("example", Json.read(type.example()));
            operation
                    .putObject("responses")
                    .putObject("2XX")
                    .put("description", "Taken; with any other status it is sent again.");
        }
    }

    private static String dataOf(EventType type) {
        return type.wireName().startsWith("webhook_endpoint.")
                ? "WebhookEndpointEventData"
                : type.wireName().startsWith("refund.") ? "RefundEventData" : "PaymentEventData";
    }

    private String event(String data) {
        var name = data.replace("Data", "");
        if (!schemas.has(name)) {
            var event = schemas.putObject(name);
            event.put("type", "object").put("description", "The body of a webhook.");
            var required = event.putArray("required");
            var members = event.putObject("properties");
            var words = members.putObject("type").put("type", "string").putArray("enum");
            for (var type : EventType.values()) {
                if (dataOf(type).equals(data)) {
                    words.add(type.wireName());
                }
            }
            members.putObject("timestamp").put("type", "string").put("format", "date-time");
            members.putObject("sequence").put("type", "integer").put("format", "int64");
            members.putObject("api_version").put("type", "string");
            members.set("data", Nulls.reference(data, false, null));
            members.propertyNames().forEach(required::add);
        }
        return name;
    }

    /**
     * What GET answers, and what changed; a thin payload has the ids only, so nothing has to be
     * there.
     */
    private void data(String name, String resource, Map<String, String> further) {
        var data = schemas.putObject(name);
        data.put("type", "object")
                .put(
                        "description",
                        "The resource as GET answers it, as it was at the event, without"
                                + " client_secret; with a thin payload its ids only.");
        var members = new LinkedHashMap<String, JsonNode>();
        for (var member : schemas.required(resource).required("properties").properties()) {
            members.put(member.getKey(), member.getValue().deepCopy());
        }
        members.remove("client_secret");
        further.forEach((member, source) -> members.put(member, schemas.at(source).deepCopy()));
        data.putObject("properties").setAll(members);
    }
}
