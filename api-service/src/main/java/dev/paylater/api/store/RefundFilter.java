package dev.paylater.api.store;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which of a merchant's refunds are wanted: all conditions together; null or an empty set is no
 * condition.
 *
 * @param startTime created at or after it
 * @param endTime created at or before it
 * @param startAmount minor units, inclusive
 * @param endAmount minor units, inclusive
 */
public record RefundFilter(
        String merchantId,
        Instant startTime,
        Instant endTime,
        @Nullable String paymentId,
        @Nullable String refundId,
        @Nullable String profileId,
        @Nullable Long startAmount,
        @Nullable Long endAmount,
        Set<String> connectors,
        Set<String> merchantConnectorIds,
        Set<String> currencies,
        Set<String> statuses) {

    /** All refunds of a merchant that were created until now. */
    public static RefundFilter all(String merchantId, Instant now) {
        return new RefundFilter(
                merchantId,
                Instant.EPOCH,
                now,
                null,
                null,
                null,
                null,
                null,
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of());
    }
}
