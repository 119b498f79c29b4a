package dev.paylater.connector.webhook;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;

/** The collection of webhook events. It forgets them after a while by itself. */
final class MongoWebhookEvents implements WebhookEvents {

    private static final Duration KEPT = Duration.ofDays(30);
    private static final String PUBLISHED = "published";

    private final MongoCollection<Document> collection;
    private final AtomicBoolean indexed = new AtomicBoolean();

    MongoWebhookEvents(MongoDatabase database) {
        collection = database.getCollection("webhook_events");
    }

    @Override
    public boolean begin(String id, String merchantId, String connector, Instant now) {
        ensureIndex();
        try {
            collection.insertOne(
                    new Document("_id", id)
                            .append("merchant_id", merchantId)
                            .append("connector", connector)
                            .append("received_at", Date.from(now))
                            .append(PUBLISHED, false));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            var known = collection.find(eq("_id", id)).first();
            return known == null || !known.getBoolean(PUBLISHED, false);
        }
    }

    @Override
    public void markPublished(String id) {
        collection.updateOne(eq("_id", id), set(PUBLISHED, true));
    }

    /** Made with the first event, since the store may come up later than this process. */
    private void ensureIndex() {
        if (!indexed.get()) {
            collection.createIndex(
                    Indexes.ascending("received_at"),
                    new IndexOptions().expireAfter(KEPT.toSeconds(), TimeUnit.SECONDS));
            indexed.set(true);
        }
    }
}
