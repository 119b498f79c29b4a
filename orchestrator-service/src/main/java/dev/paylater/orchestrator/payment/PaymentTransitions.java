package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.*;
import dev.paylater.orchestrator.payment.PaymentState.*;

/**
 * What a command may do, by the state that the payment is in: the rows of a command are read from
 * above, and its last one is for every state that has none of its own.
 */
final class PaymentTransitions {

    private PaymentTransitions() {}

    private record On(PaymentState state, PaymentCommand command) {}

    static Decision decide(Changes changes, PaymentCommand command) {
        var payment = changes.payment();
        return switch (new On(payment.state(), command)) {
            case On(PaymentState _, CreatePayment _) ->
                    Decision.refused(Refusal.duplicatePayment(payment.paymentId()));

            case On(RequiresPaymentMethod _, UpdatePayment c) -> Confirming.update(changes, c);
            case On(RequiresConfirmation _, UpdatePayment c) -> Confirming.update(changes, c);
            case On(RequiresCapture _, UpdatePayment c) -> Confirming.updateMetadata(changes, c);
            case On(PartiallyCapturedAndCapturable _, UpdatePayment c) ->
                    Confirming.updateMetadata(changes, c);
            case On(PartiallyCaptured _, UpdatePayment c) -> Confirming.updateMetadata(changes, c);
            case On(Succeeded _, UpdatePayment c) -> Confirming.updateMetadata(changes, c);
            case On(PaymentState _, UpdatePayment c) -> notAllowed(payment, c);

            case On(RequiresPaymentMethod _, ConfirmPayment c) -> Confirming.confirm(changes, c);
            case On(RequiresConfirmation _, ConfirmPayment c) -> Confirming.confirm(changes, c);
            case On(Failed _, ConfirmPayment c) when payment.mayBeRetried(changes.now()) ->
                    Confirming.confirm(changes, c);
            case On(PaymentState _, ConfirmPayment c) -> notAllowed(payment, c);

            case On(RequiresCapture _, CapturePayment c) -> Capturing.capture(changes, c);
            case On(PartiallyCapturedAndCapturable _, CapturePayment c) ->
                    Capturing.capture(changes, c);
            case On(Processing _, CapturePayment c) when Capturing.isOnlyCapturing(payment) ->
                    Capturing.capture(changes, c);
            case On(PaymentState _, CapturePayment c) -> notAllowed(payment, c);

            case On(RequiresPaymentMethod _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresConfirmation _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresCustomerAction _, CancelPayment c) when payment.isAuthorizing() ->
                    Cancelling.atProvider(changes, c);
            case On(RequiresCustomerAction _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresMerchantAction _, CancelPayment c) -> Cancelling.atProvider(changes, c);
            case On(RequiresCapture _, CancelPayment c) -> Cancelling.atProvider(changes, c);
            case On(PartiallyCapturedAndCapturable _, CancelPayment c) ->
                    Cancelling.rest(changes, c);
            case On(PaymentState _, CancelPayment c) -> notAllowed(payment, c);

            case On(RequiresMerchantAction _, ApprovePayment _) -> Reviewing.approve(changes);
            case On(PaymentState _, ApprovePayment c) -> notAllowed(payment, c);
            case On(RequiresMerchantAction _, RejectPayment c) -> Reviewing.reject(changes, c);
            case On(PaymentState _, RejectPayment c) -> notAllowed(payment, c);

            case On(RequiresCapture _, IncrementAuthorization c) ->
                    Incrementing.increment(changes, c);
            case On(PaymentState _, IncrementAuthorization c) -> notAllowed(payment, c);

            case On(RequiresCustomerAction _, CompleteAuthorization c) ->
                    Authenticating.complete(changes, c);
            case On(PaymentState _, CompleteAuthorization c) -> notAllowed(payment, c);
            case On(RequiresCustomerAction _, AuthenticateThreeDs c)
                    when Authenticating.mayAuthenticate(payment) ->
                    Authenticating.authenticate(changes, c);
            case On(PaymentState _, AuthenticateThreeDs c) -> notAllowed(payment, c);

            case On(PartiallyCapturedAndCapturable _, ReserveRefund c) ->
                    Refunding.reserve(changes, c);
            case On(PartiallyCaptured _, ReserveRefund c) -> Refunding.reserve(changes, c);
            case On(Succeeded _, ReserveRefund c) -> Refunding.reserve(changes, c);
            case On(PaymentState _, ReserveRefund c) -> Refunding.refuse(payment, c);

            // What has happened elsewhere is taken in every state.
            case On(PaymentState _, SyncPayment _) -> StatusInquiries.sync(changes);
            case On(PaymentState _, RecordProviderResult c) -> PaymentResults.record(changes, c);
            case On(PaymentState _, RecordRefundStatus c) -> Refunding.record(changes, c);
            case On(PaymentState _, RecordDispute c) -> Disputing.record(changes, c);
            case On(PaymentState _, DeadlinePassed _) -> StatusInquiries.deadline(changes);
        };
    }

    private static Decision notAllowed(Payment payment, PaymentCommand command) {
        return Decision.refused(Refusal.notInStatus(command.operation(), payment));
    }
}
