package dev.paylater.orchestrator.payment.decision;

import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Refund;

/** Something that must be sent because of an event. */
public sealed interface Effect {

    /** Do this at the provider. */
    record CallProvider(Operation operation) implements Effect {}

    /** Inquire at the provider what became of this. */
    record InquireStatus(Operation operation) implements Effect {}

    /** The amount is reserved: refund it. */
    record ExecuteRefund(Refund refund) implements Effect {}

    /** The provider has made it: keep it with the other refunds. */
    record RecordFoundRefund(Refund refund) implements Effect {}
}
