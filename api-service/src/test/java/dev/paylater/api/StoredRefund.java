package dev.paylater.api;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;

/**
 * A refund as refund-service stores it (docs/makers/data-model.md). One that was made later was
 * created later, so that lists show it first.
 */
final class StoredRefund {

    private static final Instant START = Instant.parse("2026-02-03T04:05:06.789Z");
    private static int made;

    private final Document document;

    private StoredRefund(String paymentId, String refundId) {
        var created = Date.from(START.plusSeconds(made++));
        document =
                new Document("version", 1L)
                        .append("merchant_id", "merchant_sandbox")
                        .append("payment_id", paymentId)
                        .append("refund_id", refundId)
                        .append("profile_id", "pro_sandbox")
                        .append("status", "succeeded")
                        .append("amount", 6540L)
                        .append("currency", "EUR")
                        .append("reason", "broken")
                        .append("connector", "sandbox")
                        .append("merchant_connector_id", "mca_sandbox")
                        .append("details", new Document("metadata", "{\"a\":1}"))
                        .append("created_at", created)
                        .append("updated_at", Date.from(Instant.now()))
                        .append("journal", List.of());
    }

    static StoredRefund of(String paymentId, String refundId) {
        return new StoredRefund(paymentId, refundId);
    }

    StoredRefund of(String merchantId) {
        return with("merchant_id", merchantId);
    }

    /** With another value of a field; a dot leads into an object. */
    StoredRefund with(String path, Object value) {
        var names = path.split("\\.", -1);
        var owner = document;
        for (var i = 0; i < names.length - 1; i++) {
            owner = owner.get(names[i], Document.class);
        }
        owner.put(names[names.length - 1], value);
        return this;
    }

    /** With so many entries of one kind in its journal. */
    StoredRefund after(int count, String event) {
        var journal = new ArrayList<Document>();
        for (var i = 0; i < count; i++) {
            journal.add(
                    new Document("cause", "command_" + i)
                            .append("event", new Document("t", event)));
        }
        return with("journal", journal);
    }

    void store(RunningApi api) {
        var id = document.get("merchant_id") + "/" + document.get("refund_id");
        api.bean(MongoDatabase.class)
                .getCollection("refunds")
                .replaceOne(new Document("_id", id), document, new ReplaceOptions().upsert(true));
    }
}
