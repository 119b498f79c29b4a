package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.*;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.PaymentState.*;

/** Which events can happen in which state; any other pair is a fault, never a payment. */
final class PossibleEvents {

    private PossibleEvents() {}

    private record On(PaymentState state, PaymentEvent event) {}

    static boolean includes(Payment payment, PaymentEvent event) {
        return switch (new On(payment.state(), event)) {
            case On(PaymentState _, PaymentCreated _) -> false;

            case On(Processing _, PaymentUpdated _) -> false;
            case On(Cancelled _, PaymentUpdated _) -> false;
            case On(PaymentState _, PaymentUpdated _) -> true;
            case On(RequiresPaymentMethod _, PaymentCancelled _) -> true;
            case On(RequiresConfirmation _, PaymentCancelled _) -> true;
            case On(RequiresCustomerAction _, PaymentCancelled _) -> true;
            case On(PaymentState _, PaymentCancelled _) -> false;
            case On(RequiresPaymentMethod _, PaymentLinkExpired _) -> true;
            case On(RequiresConfirmation _, PaymentLinkExpired _) -> true;
            case On(PaymentState _, PaymentLinkExpired _) -> false;

            case On(RequiresPaymentMethod _, AuthorizationRequested _) -> true;
            case On(RequiresConfirmation _, AuthorizationRequested _) -> true;
            case On(Failed _, AuthorizationRequested _) -> true;
            case On(PaymentState _, AuthorizationRequested _) -> false;
            case On(RequiresPaymentMethod _, ThreeDsRequired _) -> true;
            case On(RequiresConfirmation _, ThreeDsRequired _) -> true;
            case On(Failed _, ThreeDsRequired _) -> true;
            case On(PaymentState _, ThreeDsRequired _) -> false;
            case On(RequiresCustomerAction _, ThreeDsRequested _) -> true;
            case On(PaymentState _, ThreeDsRequested _) -> false;
            case On(RequiresCustomerAction _, AuthorizationCompletionRequested _) -> true;
            case On(PaymentState _, AuthorizationCompletionRequested _) -> false;
            case On(RequiresCustomerAction _, CustomerActionTimedOut _) -> true;
            case On(PaymentState _, CustomerActionTimedOut _) -> false;
            case On(RequiresMerchantAction _, MerchantApproved _) -> true;
            case On(PaymentState _, MerchantApproved _) -> false;
            case On(RequiresMerchantAction _, MerchantRejected _) -> true;
            case On(PaymentState _, MerchantRejected _) -> false;
            case On(OpenAtProvider _, AuthorizationLapsed _) -> true;
            case On(PartiallyCaptured _, AuthorizationLapsed _) -> true;
            case On(PaymentState _, AuthorizationLapsed _) -> false;

            case On(RequiresCapture _, CaptureRequested _) -> true;
            case On(PartiallyCapturedAndCapturable _, CaptureRequested _) -> true;
            case On(Processing _, CaptureRequested _) -> true;
            case On(PaymentState _, CaptureRequested _) -> false;
            case On(RequiresCapture _, CaptureRecorded _) -> true;
            case On(PartiallyCapturedAndCapturable _, CaptureRecorded _) -> true;
            case On(Processing _, CaptureRecorded _) -> true;
            case On(PaymentState _, CaptureRecorded _) -> false;
            case On(PartiallyCaptured _, CaptureCharged _) -> true;
            case On(PaymentState state, CaptureCharged _) -> !state.isFinal();
            case On(RequiresCapture _, IncrementRequested _) -> true;
            case On(PaymentState _, IncrementRequested _) -> false;
            case On(PaymentState state, IncrementApproved _) -> !state.isFinal();

            case On(PaymentState _, RefundReserved e) ->
                    payment.refund(e.refund().refundId()).isEmpty();
            case On(PaymentState _, RefundFound e) ->
                    payment.refund(e.refund().refundId()).isEmpty();
            case On(PaymentState _, RefundStatusRecorded _) -> true;
            case On(PaymentState _, RefundUpdated _) -> true;
            case On(PaymentState _, RefundReservationDropped _) -> true;
            case On(PaymentState _, RefundHandedOverAgain e) ->
                    payment.refund(e.refundId()).isPresent();
            case On(PaymentState _, RefundCorrectionPostponed e) ->
                    payment.refund(e.refundId()).isPresent();
            case On(PaymentState _, FoundRefundTakenOver e) ->
                    payment.refund(e.refundId()).isPresent();

            case On(PaymentState _, DisputeResponseRequested e) ->
                    payment.dispute(e.disputeId()).isPresent();
            case On(PaymentState _, DisputeAccepted e) ->
                    isResponse(payment, e.disputeId(), e.operationId());
            case On(PaymentState _, DisputeChallenged e) ->
                    isResponse(payment, e.disputeId(), e.operationId());

            case On(PaymentState _, ShipmentRecorded e) ->
                    payment.shipment(e.shipment().shipmentId()).isEmpty();
            case On(PaymentState _, ShipmentRequested e) ->
                    payment.shipment(e.shipment().shipmentId()).isEmpty();
            case On(PaymentState _, ShipmentAccepted e) ->
                    payment.shipment(e.shipmentId()).isPresent();

            case On(PaymentState _, OfOperation e) ->
                    payment.operation(e.operationId()).isPresent();
            case On(PaymentState _, AuthorizationDeclined e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, LateApprovalFound e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, LateCaptureFound e) -> isAttempt(payment, e.attemptId());
            case On(RequiresCapture _, CaptureFound _) -> true;
            case On(PartiallyCapturedAndCapturable _, CaptureFound _) -> true;
            case On(PartiallyCaptured _, CaptureFound _) -> true;
            case On(PaymentState _, CaptureFound _) -> false;
            case On(PaymentState state, LateChargeFound _) -> state.isFinal();
            case On(PaymentState _, UnwantedMoneyKept e) -> isUnwanted(payment, e.attemptId());
            case On(PaymentState _, UnwantedMoneyReturned e) -> isUnwanted(payment, e.attemptId());
            case On(PaymentState _, UnwantedMoneySettled e) -> isUnwanted(payment, e.attemptId());
            case On(PaymentState _, BooksDiffered e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, BooksAgreed e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, AmountDiffered e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, AmountAgreed e) -> isAttempt(payment, e.attemptId());
            case On(PaymentState _, VoidRequested e) ->
                    isAttempt(payment, e.operation().attemptId());
            case On(PaymentState _, ReleaseRequested e) ->
                    isAttempt(payment, e.operation().attemptId());
            case On(PaymentState _, AuthorizationInquired e) ->
                    isAttempt(payment, e.operation().attemptId());
            case On(PaymentState _, DisputeRecorded _) -> true;
            case On(PaymentState _, MandateRevoked e) -> isActiveMandate(payment, e.attemptId());
        };
    }

    private static boolean isUnwanted(Payment payment, String attemptId) {
        return payment.findAttempt(attemptId).filter(a -> a.unwanted() != null).isPresent();
    }

    private static boolean isResponse(Payment payment, String disputeId, String operationId) {
        return payment.dispute(disputeId).filter(d -> d.isAnsweredBy(operationId)).isPresent();
    }

    private static boolean isActiveMandate(Payment payment, String attemptId) {
        return payment.findAttempt(attemptId)
                .filter(a -> a.mandateId() != null && a.mandateRevokedAt() == null)
                .isPresent();
    }

    private static boolean isAttempt(Payment payment, String attemptId) {
        return payment.findAttempt(attemptId).isPresent();
    }
}
