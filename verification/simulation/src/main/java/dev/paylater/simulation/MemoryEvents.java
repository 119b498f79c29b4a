package dev.paylater.simulation;

import dev.paylater.connector.webhook.WebhookEvents;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The notifications that came in, and whether their news went out. */
final class MemoryEvents {

    private final Map<String, Boolean> published = new HashMap<>();

    WebhookEvents usedBy(Node node) {
        return new WebhookEvents() {
            @Override
            public boolean begin(String id, String merchantId, String connector, Instant now) {
                node.step("remembers webhook %s", id);
                node.checkAnswered(WatchedStore::unreachable);
                var known = published.putIfAbsent(id, false);
                return known == null || !known;
            }

            @Override
            public void markPublished(String id) {
                node.step("marks webhook %s", id);
                node.checkAnswered(WatchedStore::unreachable);
                published.put(id, true);
            }
        };
    }
}
