package dev.paylater.orchestrator.payment.decision;

import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refund;
import java.util.List;
import java.util.Optional;

/** What has to be sent because of an event: the same for the same event, always. */
public final class PaymentReaction {

    private PaymentReaction() {}

    /**
     * What an event calls for.
     *
     * @param payment as it is right after the event
     */
    public static List<Effect> react(PaymentEvent event, Payment payment) {
        return switch (event) {
            case PaymentEvent.Request e -> call(e.operation());
            case PaymentEvent.ThreeDsSucceeded e -> call(e.authorization());
            case PaymentEvent.MerchantApproved e ->
                    Optional.ofNullable(e.operation()).map(PaymentReaction::call).orElse(List.of());
            case PaymentEvent.OperationRetried e ->
                    call(payment.operation(e.operationId()).orElseThrow());
            case PaymentEvent.StatusInquired e ->
                    List.of(
                            new Effect.InquireStatus(
                                    payment.operation(e.operationId()).orElseThrow()));
            case PaymentEvent.AuthorizationInquired e ->
                    List.of(new Effect.InquireStatus(e.operation()));
            case PaymentEvent.RefundReserved e -> List.of(new Effect.ExecuteRefund(e.refund()));
            case PaymentEvent.RefundFound e -> List.of(new Effect.RecordFoundRefund(e.refund()));
            case PaymentEvent.RefundHandedOverAgain e ->
                    List.of(handOver(payment.refund(e.refundId()).orElseThrow()));
            case PaymentEvent.PaymentCreated _,
                    PaymentEvent.PaymentUpdated _,
                    PaymentEvent.ThreeDsRequired _,
                    PaymentEvent.ThreeDsChallengeIssued _,
                    PaymentEvent.CustomerActionRequired _,
                    PaymentEvent.CustomerActionTimedOut _,
                    PaymentEvent.MerchantReviewRequired _,
                    PaymentEvent.AuthorizationApproved _,
                    PaymentEvent.AuthorizationDeclined _,
                    PaymentEvent.AuthorizationLapsed _,
                    PaymentEvent.ResultPending _,
                    PaymentEvent.ResultUnknown _,
                    PaymentEvent.AccountRefused _,
                    PaymentEvent.InquiryEnded _,
                    PaymentEvent.CaptureRecorded _,
                    PaymentEvent.CaptureCharged _,
                    PaymentEvent.CaptureFailed _,
                    PaymentEvent.VoidSucceeded _,
                    PaymentEvent.VoidFailed _,
                    PaymentEvent.ReleaseSucceeded _,
                    PaymentEvent.ReleaseFailed _,
                    PaymentEvent.PaymentCancelled _,
                    PaymentEvent.PaymentLinkExpired _,
                    PaymentEvent.IncrementApproved _,
                    PaymentEvent.IncrementDeclined _,
                    PaymentEvent.LateApprovalFound _,
                    PaymentEvent.LateCaptureFound _,
                    PaymentEvent.CaptureFound _,
                    PaymentEvent.LateChargeFound _,
                    PaymentEvent.BooksDiffered _,
                    PaymentEvent.BooksAgreed _,
                    PaymentEvent.AmountDiffered _,
                    PaymentEvent.AmountAgreed _,
                    PaymentEvent.UnwantedMoneyKept _,
                    PaymentEvent.UnwantedMoneyReturned _,
                    PaymentEvent.UnwantedMoneySettled _,
                    PaymentEvent.OperationSettled _,
                    PaymentEvent.RefundStatusRecorded _,
                    PaymentEvent.RefundUpdated _,
                    PaymentEvent.RefundCorrectionPostponed _,
                    PaymentEvent.RefundReservationDropped _,
                    PaymentEvent.FoundRefundTakenOver _,
                    PaymentEvent.DisputeRecorded _,
                    PaymentEvent.DisputeAccepted _,
                    PaymentEvent.DisputeChallenged _,
                    PaymentEvent.DisputeResponseFailed _,
                    PaymentEvent.MandateRevoked _,
                    PaymentEvent.ShipmentRecorded _,
                    PaymentEvent.ShipmentAccepted _,
                    PaymentEvent.ShipmentRefused _ ->
                    List.of();
        };
    }

    private static Effect handOver(Refund refund) {
        return refund.isFound()
                ? new Effect.RecordFoundRefund(refund)
                : new Effect.ExecuteRefund(refund);
    }

    private static List<Effect> call(Operation operation) {
        return List.of(new Effect.CallProvider(operation));
    }
}
