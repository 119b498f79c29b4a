package dev.paylater.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * One call of an endpoint, and what came of it.
 *
 * @param status of the answer; null when there was none
 * @param answer its first words, without what says who the customer is
 * @param error why there was no answer
 * @param retryAfter how long the endpoint asked to be left alone
 */
public record DeliveryAttempt(
        Instant at,
        Duration latency,
        @Nullable Integer status,
        @Nullable String answer,
        @Nullable String error,
        @Nullable Duration retryAfter) {

    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    public boolean isDelivered() {
        return status != null && status / 100 == 2;
    }

    public boolean isGone() {
        return Objects.equals(status, GONE);
    }

    /** Whether it says how the endpoint is, and not what it thinks of this delivery. */
    public boolean isForAll() {
        return Objects.equals(status, TOO_MANY_REQUESTS) || Objects.equals(status, UNAVAILABLE);
    }

    static DeliveryAttempt of(Document document) {
        return new DeliveryAttempt(
                document.getDate("at").toInstant(),
                Duration.ofMillis(document.getLong("latency_ms")),
                document.getInteger("status"),
                document.getString("answer"),
                document.getString("error"),
                null);
    }

    Document toDocument() {
        return new Document("at", Date.from(at))
                .append("latency_ms", latency.toMillis())
                .append("status", status)
                .append("answer", answer)
                .append("error", error);
    }
}
