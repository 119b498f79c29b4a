package dev.paylater.ops.reconcile;

import java.util.Set;

/**
 * A refund as the payment, or as refund-service, has it written down.
 *
 * @param currency ISO 4217; in a payment that of the payment
 */
record RefundRecord(String refundId, String status, long amount, String currency) {
    private static final Set<String> OPEN = Set.of("pending", "review");

    boolean succeeded() {
        return status.equals("succeeded");
    }

    boolean open() {
        return OPEN.contains(status);
    }
}
