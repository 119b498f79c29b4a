package dev.paylater.launcher.reconcile;

import java.util.Set;

/** A refund as the payment, or as refund-service, has it written down. */
record RefundRecord(String refundId, String status, long amount) {
    private static final Set<String> OPEN = Set.of("pending", "review");

    boolean succeeded() {
        return status.equals("succeeded");
    }

    boolean open() {
        return OPEN.contains(status);
    }
}
