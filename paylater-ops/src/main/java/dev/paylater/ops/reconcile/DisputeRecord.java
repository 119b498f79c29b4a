package dev.paylater.ops.reconcile;

import java.util.Set;

/**
 * A dispute as a payment's document has it.
 *
 * @param changedMillis when the provider last changed it, in milliseconds since 1970; the end of
 *     time when it does not say
 */
record DisputeRecord(
        String disputeId, String status, long amount, String currency, long changedMillis) {
    private static final Set<String> LOST_STATUSES =
            Set.of("dispute_lost", "dispute_accepted", "dispute_expired");

    /** Whether the money went back to the customer. */
    boolean givenUp() {
        return LOST_STATUSES.contains(status);
    }
}
