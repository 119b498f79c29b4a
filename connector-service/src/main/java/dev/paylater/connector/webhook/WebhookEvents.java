package dev.paylater.connector.webhook;

import java.time.Instant;

/**
 * Which notifications have come in, by the provider's own event id, and whether their news went
 * out. Their contents are not kept: they hold personal data, and the payment receives their result
 * anyway. A collection in production, memory in the simulation.
 */
public interface WebhookEvents {

    /** Remembers the event; false when its news went out before, so that there is nothing to do. */
    boolean begin(String id, String merchantId, String connector, Instant now);

    void markPublished(String id);
}
