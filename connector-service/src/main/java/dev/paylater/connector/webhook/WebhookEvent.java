package dev.paylater.connector.webhook;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A webhook that was received.
 *
 * @param published whether its messages are durable
 */
@Document("webhook_events")
record WebhookEvent(
        @Id String id,
        String merchantId,
        String connector,
        Instant receivedAt,
        boolean published) {}
