package dev.paylater.api.delivery;

import dev.paylater.api.document.Values;
import dev.paylater.api.json.Json;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A delivery with its attempts, as merchants see it. */
final class DeliveryJson {

    private DeliveryJson() {}

    static ObjectNode of(Document delivery) {
        var ids = delivery.get("ids", Document.class);
        var json = Json.emptyObject();
        json.put("id", delivery.getString("_id"));
        json.put("endpoint_id", delivery.getString("endpoint_id"));
        json.put("event_id", delivery.getString("event_id"));
        json.put("event_type", delivery.getString("event_type"));
        json.put("payment_id", ids.getString("payment_id"));
        json.put("refund_id", ids.getString("refund_id"));
        json.put("sequence", delivery.getLong("sequence"));
        json.put("status", delivery.getString("status"));
        var attempts = json.putArray("attempts");
        delivery.getList("attempts", Document.class)
                .forEach(attempt -> attempts.add(ofAttempt(attempt)));
        json.put("next_attempt_at", time(delivery, "due"));
        json.put("occurred_at", time(delivery, "occurred_at"));
        json.put("created_at", time(delivery, "created_at"));
        return json;
    }

    private static ObjectNode ofAttempt(Document attempt) {
        return Json.emptyObject()
                .put("time", time(attempt, "at"))
                .put("status", attempt.getInteger("status"))
                .put("latency_ms", attempt.getLong("latency_ms"))
                .put("answer", attempt.getString("answer"))
                .put("error", attempt.getString("error"));
    }

    private static @Nullable String time(Document document, String field) {
        var date = document.getDate(field);
        return date == null ? null : Values.timeText(date.toInstant());
    }
}
