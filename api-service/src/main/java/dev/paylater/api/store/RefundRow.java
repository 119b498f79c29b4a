package dev.paylater.api.store;

import java.time.Instant;
import java.util.Set;

/** As much of a refund as lists are filtered and ordered by. */
public record RefundRow(
        String refundId,
        String paymentId,
        String profileId,
        String connector,
        String merchantConnectorId,
        String currency,
        String status,
        long amount,
        Instant createdAt,
        Instant updatedAt)
        implements Comparable<RefundRow> {

    /** Oldest first; at the same time by id. Neither of both ever changes. */
    @Override
    public int compareTo(RefundRow other) {
        var byTime = createdAt.compareTo(other.createdAt);
        return byTime != 0 ? byTime : refundId.compareTo(other.refundId);
    }

    /** Whether it meets all conditions; its merchant is not among them. */
    public boolean matches(RefundFilter filter) {
        return isWanted(filter.statuses(), status)
                && isWanted(filter.currencies(), currency)
                && isWanted(filter.connectors(), connector)
                && isWanted(filter.merchantConnectorIds(), merchantConnectorId)
                && (filter.startAmount() == null || amount >= filter.startAmount())
                && (filter.endAmount() == null || amount <= filter.endAmount())
                && (filter.profileId() == null || profileId.equals(filter.profileId()))
                && (filter.paymentId() == null || paymentId.equals(filter.paymentId()))
                && (filter.refundId() == null || refundId.equals(filter.refundId()))
                && !createdAt.isBefore(filter.startTime())
                && !createdAt.isAfter(filter.endTime());
    }

    private static boolean isWanted(Set<String> wanted, String value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
