package dev.paylater.ops;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoDatabase;
import dev.paylater.ops.console.UserProblem;
import java.util.Date;
import java.util.List;
import org.bson.Document;

/**
 * What the store has of a payment's story (docs/makers/data-model.md): types and times of its
 * events, what it waits for, its webhooks. It shows nothing that anybody has typed.
 */
final class StoredStory {
    private static final int DELIVERIES = 200;

    private StoredStory() {}

    static ObjectNode of(MongoDatabase database, String merchantId, String paymentId) {
        Document payment = find(database, merchantId + "/" + paymentId);
        var story = OpsJson.MAPPER.createObjectNode();
        story.put("status", payment.getString("status"));
        var events = story.putArray("events");
        for (Document event : payment.getList("journal", Document.class, List.of())) {
            Document fact = event.get("event", new Document());
            put(events.addObject(), "at", event, "at")
                    .put("sequence", event.get("sequence", Number.class).longValue())
                    .put("type", fact.getString("t"));
        }
        var waits = story.putArray("waits_for");
        Document state = payment.get("payment", new Document());
        for (Document operation : state.getList("operations", Document.class, List.of())) {
            put(waits.addObject(), "requested_at", operation, "requested_at")
                    .put("kind", operation.getString("kind"))
                    .put("operation_id", operation.getString("operation_id"))
                    .put("attempt_id", operation.getString("attempt_id"));
        }
        deliveries(database, merchantId, paymentId, story.putArray("webhook_deliveries"));
        return story;
    }

    private static Document find(MongoDatabase database, String id) {
        for (var name : List.of("payments", "payments_archive")) {
            Document found = database.getCollection(name).find(new Document("_id", id)).first();
            if (found != null) {
                return found;
            }
        }
        throw new UserProblem("The store has no payment " + id + ".");
    }

    private static void deliveries(
            MongoDatabase database, String merchantId, String paymentId, ArrayNode deliveries) {
        var filter = new Document("payment_id", paymentId).append("merchant_id", merchantId);
        for (Document found :
                database.getCollection("webhook_deliveries").find(filter).limit(DELIVERIES)) {
            put(deliveries.addObject(), "at", found, "created_at")
                    .put("event_type", found.getString("event_type"))
                    .put("endpoint_id", found.getString("endpoint_id"))
                    .put("status", found.getString("status"));
        }
    }

    private static ObjectNode put(ObjectNode to, String name, Document from, String time) {
        Date at = from.getDate(time);
        return at == null ? to : to.put(name, at.toInstant().toString());
    }
}
