package dev.paylater.refund.http;

import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The refund object of the interface (2.4) from a refund's document: every field is there, null
 * where it is unset. Fields have the document's own names, except error_code and error_message
 * (error.code, error.message), unified_code and unified_message (error.unified), metadata,
 * split_refunds and order_details (JSON texts in details), and warnings, which name what is in
 * details in vain.
 */
final class RefundJson {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final JsonMapper JSON = JsonMapper.shared();

    /** A field that only some connectors do nothing with has a mark beside it then. */
    private static final Map<String, String> MARKS =
            Map.of("order_details", "order_details_ignored");

    private static final BsonDocument NOTHING = new BsonDocument();

    private RefundJson() {}

    static ObjectNode of(BsonDocument refund) {
        var json = JSON.createObjectNode();
        for (var name :
                List.of(
                        "refund_id",
                        "payment_id",
                        "currency",
                        "status",
                        "reason",
                        "connector",
                        "profile_id",
                        "merchant_connector_id")) {
            putText(json, name, refund, name);
        }
        json.put("amount", refund.getInt64("amount").getValue());
        putTime(json, "created_at", refund);
        putTime(json, "updated_at", refund);
        var error = refund.getDocument("error", NOTHING);
        putText(json, "error_code", error, "code");
        putText(json, "error_message", error, "message");
        putText(json, "unified_code", error, "unified");
        var unified = error.get("unified");
        json.put(
                "unified_message",
                unified == null
                        ? null
                        : UnifiedError.ofCode(unified.asString().getValue()).message());
        var details = refund.getDocument("details", NOTHING);
        putJson(json, "metadata", details);
        putJson(json, "split_refunds", details);
        putJson(json, "order_details", details);
        putWarnings(json, details);
        return json;
    }

    /** What the connector does nothing with. */
    private static void putWarnings(ObjectNode json, BsonDocument details) {
        var ignored =
                Stream.of("refund_type", "split_refunds", "order_details")
                        .filter(name -> details.containsKey(MARKS.getOrDefault(name, name)))
                        .toList();
        if (ignored.isEmpty()) {
            json.putNull("warnings");
            return;
        }
        var warnings = json.putArray("warnings");
        for (var name : ignored) {
            warnings.addObject()
                    .put("param", name)
                    .put("code", "IR_37")
                    .put(
                            "message",
                            name + " is not supported by " + json.path("connector").asString(""));
        }
    }

    private static void putText(ObjectNode json, String name, BsonDocument from, String field) {
        var value = from.get(field);
        json.put(name, value == null ? null : value.asString().getValue());
    }

    private static void putTime(ObjectNode json, String name, BsonDocument from) {
        json.put(name, TIME.format(Instant.ofEpochMilli(from.getDateTime(name).getValue())));
    }

    private static void putJson(ObjectNode json, String name, BsonDocument texts) {
        var text = texts.get(name);
        json.set(name, text == null ? null : JSON.readTree(text.asString().getValue()));
    }
}
