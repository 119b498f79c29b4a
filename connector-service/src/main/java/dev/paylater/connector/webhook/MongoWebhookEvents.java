package dev.paylater.connector.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.stereotype.Component;

/** The collection of webhook events. It forgets them after a while by itself. */
@Component
final class MongoWebhookEvents implements WebhookEvents {

    private static final Duration KEPT = Duration.ofDays(30);

    private final MongoOperations store;
    private final WebhookEventRepository events;
    private final AtomicBoolean indexed = new AtomicBoolean();

    MongoWebhookEvents(MongoOperations store, WebhookEventRepository events) {
        this.store = store;
        this.events = events;
    }

    @Override
    public boolean begin(String id, String merchantId, String connector, Instant now) {
        ensureIndex();
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

    /** Made with the first event, since the store may come up later than this process. */
    private void ensureIndex() {
        if (!indexed.get()) {
            store.indexOps(WebhookEvent.class)
                    .createIndex(new Index("receivedAt", Direction.ASC).expire(KEPT));
            indexed.set(true);
        }
    }
}
