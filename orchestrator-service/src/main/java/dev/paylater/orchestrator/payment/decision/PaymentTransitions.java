package dev.paylater.orchestrator.payment.decision;

import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentCommand.*;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.PaymentState.*;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.orchestrator.payment.request.Authenticating;
import dev.paylater.orchestrator.payment.request.Cancelling;
import dev.paylater.orchestrator.payment.request.Capturing;
import dev.paylater.orchestrator.payment.request.Confirming;
import dev.paylater.orchestrator.payment.request.Disputing;
import dev.paylater.orchestrator.payment.request.Incrementing;
import dev.paylater.orchestrator.payment.request.Mandates;
import dev.paylater.orchestrator.payment.request.Refunding;
import dev.paylater.orchestrator.payment.request.Responding;
import dev.paylater.orchestrator.payment.request.Reviewing;
import dev.paylater.orchestrator.payment.request.Shipping;
import dev.paylater.orchestrator.payment.request.StatusInquiries;
import dev.paylater.orchestrator.payment.result.PaymentResults;

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
                    Decision.refused(Refusals.duplicatePayment(payment.paymentId()));

            case On(PaymentState _, UpdatePayment c)
                    when Confirming.changesFixedCurrency(payment, c.options()) ->
                    Decision.refused(Refusals.currencyIsFixed(c.operation(), payment));
            case On(PaymentState _, ConfirmPayment c)
                    when Confirming.changesFixedCurrency(payment, c.options()) ->
                    Decision.refused(Refusals.currencyIsFixed(c.operation(), payment));
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
            case On(Failed failed, ConfirmPayment c) when failed.mayBeRetriedAt(changes.now()) ->
                    Confirming.confirm(changes, c);
            case On(PaymentState _, ConfirmPayment c) -> notAllowed(payment, c);

            case On(RequiresCapture(var attempt, _), CapturePayment c) ->
                    Capturing.capture(changes, attempt, c);
            case On(PartiallyCapturedAndCapturable(var attempt), CapturePayment c) ->
                    Capturing.capture(changes, attempt, c);
            case On(Processing(var attempt), CapturePayment c)
                    when Capturing.isOnlyCapturing(payment, attempt) ->
                    Capturing.capture(changes, attempt, c);
            case On(PaymentState _, CapturePayment c) -> notAllowed(payment, c);

            case On(RequiresPaymentMethod _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresConfirmation _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresCustomerAction(var attempt, _, _), CancelPayment c)
                    when payment.isAuthorizing() ->
                    Cancelling.atProvider(changes, attempt, c);
            case On(RequiresCustomerAction _, CancelPayment c) -> Cancelling.here(changes, c);
            case On(RequiresMerchantAction(var attempt), CancelPayment c) ->
                    Cancelling.atProvider(changes, attempt, c);
            case On(RequiresCapture(var attempt, _), CancelPayment c) ->
                    Cancelling.atProvider(changes, attempt, c);
            case On(PartiallyCapturedAndCapturable(var attempt), CancelPayment c) ->
                    Cancelling.rest(changes, attempt, c);
            case On(PaymentState _, CancelPayment c) -> notAllowed(payment, c);

            case On(RequiresMerchantAction(var attempt), ApprovePayment _) ->
                    Reviewing.approve(changes, attempt);
            case On(PaymentState _, ApprovePayment c) -> notAllowed(payment, c);
            case On(RequiresMerchantAction(var attempt), RejectPayment c) ->
                    Reviewing.reject(changes, attempt, c);
            case On(PaymentState _, RejectPayment c) -> notAllowed(payment, c);

            case On(RequiresCapture(var attempt, _), IncrementAuthorization c) ->
                    Incrementing.increment(changes, attempt, c);
            case On(PaymentState _, IncrementAuthorization c) -> notAllowed(payment, c);

            case On(RequiresCustomerAction(var attempt, _, var until), CompleteAuthorization c) ->
                    Authenticating.complete(changes, attempt, until, c);
            case On(PaymentState _, CompleteAuthorization c) -> notAllowed(payment, c);
            case On(RequiresCustomerAction(var attempt, _, _), AuthenticateThreeDs c)
                    when Authenticating.mayAuthenticate(payment) ->
                    Authenticating.authenticate(changes, attempt, c);
            case On(PaymentState _, AuthenticateThreeDs c) -> notAllowed(payment, c);

            case On(PartiallyCapturedAndCapturable(var attempt), ReserveRefund c) ->
                    Refunding.reserve(changes, attempt, c);
            case On(PartiallyCaptured(var attempt), ReserveRefund c) ->
                    Refunding.reserve(changes, attempt, c);
            case On(Succeeded(var attempt), ReserveRefund c) ->
                    Refunding.reserve(changes, attempt, c);
            case On(PaymentState _, ReserveRefund c) -> Refunding.refuse(payment, c);

            case On(PaymentState _, RevokeMandate c) -> Mandates.revoke(changes, c);
            case On(PaymentState _, AcceptDispute c) -> Responding.accept(changes, c);
            case On(PaymentState _, ChallengeDispute c) -> Responding.challenge(changes, c);
            case On(PaymentState _, AddShipment c) -> Shipping.add(changes, c);
            case On(PaymentState _, SettleOperation c) -> Settling.operation(changes, c);
            case On(PaymentState _, SettleUnwantedMoney c) -> Settling.unwantedMoney(changes, c);

            // What has happened elsewhere is taken in every state.
            case On(PaymentState _, SyncPayment c) -> StatusInquiries.sync(changes, c);
            case On(PaymentState _, RecordProviderResult c) -> PaymentResults.record(changes, c);
            case On(PaymentState _, RecordRefundStatus c) -> Refunding.record(changes, c);
            case On(PaymentState _, RecordDispute c) -> Disputing.record(changes, c);
            case On(PaymentState _, DeadlinePassed _) -> StatusInquiries.deadline(changes);
        };
    }

    private static Decision notAllowed(Payment payment, PaymentCommand command) {
        return Decision.refused(Refusals.notInStatus(command.operation(), payment));
    }
}
