package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.CancelPayment;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCancelled;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;

/** Cancelling: here alone while no provider knows of the payment, else at the provider. */
final class Cancelling {

    private Cancelling() {}

    static Decision here(Changes changes, CancelPayment command) {
        return changes.add(new PaymentCancelled(command.reason())).decision();
    }

    static Decision atProvider(Changes changes, Attempt attempt, CancelPayment command) {
        return changes.add(
                        new VoidRequested(
                                changes.numbered(
                                        Kind.VOID, Purpose.REQUESTED, attempt.amounts().held()),
                                command.reason()))
                .decision();
    }

    /** What was captured stays so. */
    static Decision rest(Changes changes, Attempt attempt, CancelPayment command) {
        return changes.add(
                        new ReleaseRequested(
                                changes.numbered(
                                        Kind.RELEASE, Purpose.REQUESTED, attempt.amounts().held()),
                                command.reason()))
                .decision();
    }
}
