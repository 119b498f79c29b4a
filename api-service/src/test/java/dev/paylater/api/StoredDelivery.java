package dev.paylater.api;

import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;

/** A delivery as webhook-service stores it (docs/makers/data-model.md), pending and never tried. */
final class StoredDelivery {

    static final Instant CREATED = Instant.parse("2026-03-01T08:00:00Z");

    private final Document document;

    private StoredDelivery(String id) {
        document =
                new Document("_id", id)
                        .append("merchant_id", "merchant_sandbox")
                        .append("endpoint_id", "we_1")
                        .append("event_id", "evt_of_" + id)
                        .append("event_type", "payment.succeeded")
                        .append("payment_id", "pay_1")
                        .append("ids", new Document("payment_id", "pay_1"))
                        .append("sequence", 3L)
                        .append("occurred_at", Date.from(CREATED))
                        .append("snapshot", "{}")
                        .append("position", 3_000L)
                        .append("status", "pending")
                        .append("due", Date.from(CREATED))
                        .append("tries", 0)
                        .append("attempts", List.of())
                        .append("created_at", Date.from(CREATED));
    }

    static StoredDelivery of(String id) {
        return new StoredDelivery(id);
    }

    StoredDelivery ofPayment(String paymentId) {
        return with("payment_id", paymentId).with("ids", new Document("payment_id", paymentId));
    }

    StoredDelivery with(String field, Object value) {
        document.put(field, value);
        return this;
    }

    /** It was given up after these attempts. */
    StoredDelivery failed(Document... attempts) {
        document.remove("due");
        return with("status", "failed")
                .with("tries", attempts.length)
                .with("tried_since", Date.from(CREATED))
                .with("attempts", List.of(attempts));
    }

    static Document attempt(String at, int status, String error) {
        return new Document("at", Date.from(Instant.parse(at)))
                .append("latency_ms", 12L)
                .append("status", status)
                .append("answer", "canary")
                .append("error", error);
    }

    void store(RunningApi api) {
        api.bean(MongoDatabase.class).getCollection("webhook_deliveries").insertOne(document);
    }
}
