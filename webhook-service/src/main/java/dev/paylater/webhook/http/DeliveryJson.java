package dev.paylater.webhook.http;

import dev.paylater.webhook.delivery.Attempt;
import dev.paylater.webhook.delivery.Delivery;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A delivery with its attempts, as merchants see it. */
final class DeliveryJson {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private DeliveryJson() {}

    static ObjectNode of(Delivery delivery) {
        var json = JSON.createObjectNode();
        json.put("id", delivery.id());
        json.put("endpoint_id", delivery.endpointId());
        json.put("event_id", delivery.eventId());
        json.put("event_type", delivery.type());
        json.put("payment_id", delivery.ids().get("payment_id"));
        json.put("refund_id", delivery.ids().get("refund_id"));
        json.put("sequence", delivery.sequence());
        json.put("status", delivery.status().wireName());
        var attempts = json.putArray("attempts");
        delivery.attempts().forEach(attempt -> attempts.add(of(attempt)));
        json.put("next_attempt_at", time(delivery.due()));
        json.put("occurred_at", time(delivery.occurredAt()));
        json.put("created_at", time(delivery.createdAt()));
        return json;
    }

    private static ObjectNode of(Attempt attempt) {
        return JSON.createObjectNode()
                .put("time", time(attempt.at()))
                .put("status", attempt.status())
                .put("latency_ms", attempt.latency().toMillis())
                .put("answer", attempt.answer())
                .put("error", attempt.error());
    }

    private static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : TIME.format(at);
    }
}
