package dev.paylater.simulator.payment;

import org.jspecify.annotations.Nullable;

/** A fact worth a webhook; subject is the id of the capture, refund, void or dispute. */
public record SimulatedEvent(Kind kind, @Nullable String subject) {
    public enum Kind {
        REQUIRES_ACTION,
        PENDING,
        REVIEW,
        AUTHORIZED,
        DECLINED,
        CANCELLED,
        EXPIRED,
        CAPTURED,
        CAPTURE_FAILED,
        VOIDED,
        REFUNDED,
        REFUND_FAILED,
        DISPUTE_OPENED,
        DISPUTE_UPDATED
    }

    static SimulatedEvent of(Kind kind) {
        return new SimulatedEvent(kind, null);
    }
}
