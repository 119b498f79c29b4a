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

    static Decision atProvider(Changes changes, CancelPayment command) {
        return changes.add(new VoidRequested(ofAllOpen(changes, Kind.VOID), command.reason()))
                .decision();
    }

    /** What was captured stays so. */
    static Decision rest(Changes changes, CancelPayment command) {
        return changes.add(new ReleaseRequested(ofAllOpen(changes, Kind.RELEASE), command.reason()))
                .decision();
    }

    private static Operation ofAllOpen(Changes changes, Kind kind) {
        return changes.numbered(
                kind, Purpose.REQUESTED, changes.payment().currentAttempt().open());
    }
}
