package dev.paylater.orchestrator.payment;

import java.time.Duration;

/** Something that must be sent because of an event. */
public sealed interface Effect {

    /**
     * A worker that meets a request later than this does not execute it any more: long enough for a
     * restart of the workers, short enough not to surprise a customer.
     */
    Duration REQUEST_LIFETIME = Duration.ofSeconds(60);

    /** Do this at the provider. */
    record CallProvider(Operation operation) implements Effect {}

    /** Inquire at the provider what became of this. */
    record InquireStatus(Operation operation) implements Effect {}

    /** The amount is reserved: refund it. */
    record ExecuteRefund(Refund refund) implements Effect {}
}
