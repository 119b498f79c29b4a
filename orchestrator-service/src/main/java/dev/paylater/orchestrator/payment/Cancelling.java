package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.CancelPayment;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCancelled;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import org.jspecify.annotations.Nullable;

/** Cancelling: here alone while no provider knows of the payment, else at the provider. */
final class Cancelling {

    private Cancelling() {}

    static Decision cancel(Changes changes, CancelPayment command) {
        var payment = changes.payment();
        return switch (payment.state()) {
            case PaymentState.RequiresPaymentMethod _, PaymentState.RequiresConfirmation _ ->
                    changes.add(new PaymentCancelled(command.reason())).decision();
            case PaymentState.RequiresCustomerAction _ ->
                    payment.hasInFlight(o -> o.kind().authorizes())
                            ? voidAll(changes, command.reason())
                            : changes.add(new PaymentCancelled(command.reason())).decision();
            case PaymentState.RequiresMerchantAction _, PaymentState.RequiresCapture _ ->
                    voidAll(changes, command.reason());
            case PaymentState.PartiallyCapturedAndCapturable _ ->
                    changes.add(
                                    new ReleaseRequested(
                                            changes.numbered(
                                                    Kind.RELEASE,
                                                    Purpose.REQUESTED,
                                                    payment.currentAttempt().open()),
                                            command.reason()))
                            .decision();
            case PaymentState.Processing _,
                    PaymentState.PartiallyCaptured _,
                    PaymentState.Succeeded _,
                    PaymentState.Failed _,
                    PaymentState.Cancelled _ ->
                    Decision.refused(Refusal.notInStatus(command.operation(), payment));
        };
    }

    private static Decision voidAll(Changes changes, @Nullable String reason) {
        return changes.add(
                        new VoidRequested(
                                changes.numbered(
                                        Kind.VOID,
                                        Purpose.REQUESTED,
                                        changes.payment().currentAttempt().open()),
                                reason))
                .decision();
    }
}
