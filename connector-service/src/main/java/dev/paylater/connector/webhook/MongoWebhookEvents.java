package dev.paylater.connector.webhook;

import dev.paylater.kit.mongo.ExpiryIndex;
import java.time.Duration;
import java.time.Instant;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** The collection of webhook events. It forgets them after a while by itself. */
@Component
final class MongoWebhookEvents implements WebhookEvents {

    private static final Duration KEPT = Duration.ofDays(30);

    private final WebhookEventRepository events;
    private final ExpiryIndex expiry;

    MongoWebhookEvents(MongoOperations store, WebhookEventRepository events) {
        this.events = events;
        this.expiry = new ExpiryIndex(store, WebhookEvent.class, "receivedAt", KEPT);
    }

    @Override
    public boolean begin(String id, String merchantId, String connector, Instant now) {
        expiry.ensure();
        try {
            events.insert(new WebhookEvent(id, merchantId, connector, now, false));
            return true;
        } catch (DuplicateKeyException _) {
            return events.findById(id).map(known -> !known.published()).orElse(true);
        }
    }

    @Override
    public void markPublished(String id) {
        events.markPublished(id);
    }
}
