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

    static Decision cancel(Story story, CancelPayment command) {
        var payment = story.payment();
        return switch (payment.state()) {
            case State.RequiresPaymentMethod _, State.RequiresConfirmation _ ->
                    story.tell(new PaymentCancelled(command.reason())).end();
            case State.RequiresCustomerAction _ ->
                    payment.hasInFlight(o -> o.kind().authorizes())
                            ? voidAll(story, command.reason())
                            : story.tell(new PaymentCancelled(command.reason())).end();
            case State.RequiresMerchantAction _, State.RequiresCapture _ ->
                    voidAll(story, command.reason());
            case State.PartiallyCapturedAndCapturable _ ->
                    story.tell(
                                    new ReleaseRequested(
                                            story.numbered(
                                                    Kind.RELEASE,
                                                    Purpose.REQUESTED,
                                                    payment.currentAttempt().open()),
                                            command.reason()))
                            .end();
            case State.Processing _,
                    State.PartiallyCaptured _,
                    State.Succeeded _,
                    State.Failed _,
                    State.Cancelled _ ->
                    Decision.refused(Refusal.notInStatus(command.operation(), payment));
        };
    }

    private static Decision voidAll(Story story, @Nullable String reason) {
        return story.tell(
                        new VoidRequested(
                                story.numbered(
                                        Kind.VOID,
                                        Purpose.REQUESTED,
                                        story.payment().currentAttempt().open()),
                                reason))
                .end();
    }
}
