package dev.paylater.orchestrator.kafka;

import static java.util.Map.entry;

import dev.paylater.orchestrator.payment.PaymentEvent;
import java.util.Map;

/**
 * The public types of payment events. Consumers rely on them: a class may be renamed, its type
 * stays.
 */
final class EventTypes {

    static final Map<Class<? extends PaymentEvent>, String> CATALOGUE =
            Map.ofEntries(
                    entry(PaymentEvent.PaymentCreated.class, "payment_created"),
                    entry(PaymentEvent.PaymentUpdated.class, "payment_updated"),
                    entry(PaymentEvent.AuthorizationRequested.class, "authorization_requested"),
                    entry(PaymentEvent.ThreeDsRequired.class, "three_ds_required"),
                    entry(PaymentEvent.ThreeDsRequested.class, "three_ds_requested"),
                    entry(PaymentEvent.ThreeDsChallengeIssued.class, "three_ds_challenge_issued"),
                    entry(PaymentEvent.ThreeDsSucceeded.class, "three_ds_succeeded"),
                    entry(
                            PaymentEvent.AuthorizationCompletionRequested.class,
                            "authorization_completion_requested"),
                    entry(PaymentEvent.CustomerActionRequired.class, "customer_action_required"),
                    entry(PaymentEvent.CustomerActionTimedOut.class, "customer_action_timed_out"),
                    entry(PaymentEvent.MerchantReviewRequired.class, "merchant_review_required"),
                    entry(PaymentEvent.MerchantApproved.class, "merchant_approved"),
                    entry(PaymentEvent.MerchantRejected.class, "merchant_rejected"),
                    entry(PaymentEvent.AuthorizationApproved.class, "authorization_approved"),
                    entry(PaymentEvent.AuthorizationDeclined.class, "authorization_declined"),
                    entry(PaymentEvent.AuthorizationLapsed.class, "authorization_lapsed"),
                    entry(PaymentEvent.ResultPending.class, "result_pending"),
                    entry(PaymentEvent.ResultUnknown.class, "result_unknown"),
                    entry(PaymentEvent.AccountRefused.class, "account_refused"),
                    entry(PaymentEvent.StatusInquired.class, "status_inquired"),
                    entry(PaymentEvent.AuthorizationInquired.class, "authorization_inquired"),
                    entry(PaymentEvent.InquiryEnded.class, "inquiry_ended"),
                    entry(PaymentEvent.OperationRetried.class, "operation_retried"),
                    entry(PaymentEvent.CaptureRequested.class, "capture_requested"),
                    entry(PaymentEvent.CaptureRecorded.class, "capture_recorded"),
                    entry(PaymentEvent.CaptureCharged.class, "capture_charged"),
                    entry(PaymentEvent.CaptureFailed.class, "capture_failed"),
                    entry(PaymentEvent.VoidRequested.class, "void_requested"),
                    entry(PaymentEvent.VoidSucceeded.class, "void_succeeded"),
                    entry(PaymentEvent.VoidFailed.class, "void_failed"),
                    entry(PaymentEvent.ReleaseRequested.class, "release_requested"),
                    entry(PaymentEvent.ReleaseSucceeded.class, "release_succeeded"),
                    entry(PaymentEvent.ReleaseFailed.class, "release_failed"),
                    entry(PaymentEvent.PaymentCancelled.class, "payment_cancelled"),
                    entry(PaymentEvent.PaymentLinkExpired.class, "payment_link_expired"),
                    entry(PaymentEvent.IncrementRequested.class, "increment_requested"),
                    entry(PaymentEvent.IncrementApproved.class, "increment_approved"),
                    entry(PaymentEvent.IncrementDeclined.class, "increment_declined"),
                    entry(PaymentEvent.LateApprovalFound.class, "late_approval_found"),
                    entry(PaymentEvent.LateCaptureFound.class, "late_capture_found"),
                    entry(PaymentEvent.CaptureFound.class, "capture_found"),
                    entry(PaymentEvent.RefundFound.class, "refund_found"),
                    entry(PaymentEvent.BooksDiffered.class, "books_differed"),
                    entry(PaymentEvent.BooksAgreed.class, "books_agreed"),
                    entry(PaymentEvent.AmountDiffered.class, "amount_differed"),
                    entry(PaymentEvent.AmountAgreed.class, "amount_agreed"),
                    entry(PaymentEvent.LateChargeFound.class, "late_charge_found"),
                    entry(PaymentEvent.UnwantedMoneyKept.class, "unwanted_money_kept"),
                    entry(PaymentEvent.UnwantedMoneyReturned.class, "unwanted_money_returned"),
                    entry(PaymentEvent.UnwantedMoneySettled.class, "unwanted_money_settled"),
                    entry(PaymentEvent.OperationSettled.class, "operation_settled"),
                    entry(PaymentEvent.RefundReserved.class, "refund_reserved"),
                    entry(PaymentEvent.RefundStatusRecorded.class, "refund_status_recorded"),
                    entry(PaymentEvent.RefundUpdated.class, "refund_updated"),
                    entry(
                            PaymentEvent.RefundReservationDropped.class,
                            "refund_reservation_dropped"),
                    entry(
                            PaymentEvent.RefundCorrectionPostponed.class,
                            "refund_correction_postponed"),
                    entry(PaymentEvent.RefundHandedOverAgain.class, "refund_handed_over_again"),
                    entry(PaymentEvent.FoundRefundTakenOver.class, "found_refund_taken_over"),
                    entry(PaymentEvent.DisputeRecorded.class, "dispute_recorded"),
                    entry(
                            PaymentEvent.DisputeResponseRequested.class,
                            "dispute_response_requested"),
                    entry(PaymentEvent.DisputeAccepted.class, "dispute_accepted"),
                    entry(PaymentEvent.DisputeChallenged.class, "dispute_challenged"),
                    entry(PaymentEvent.DisputeResponseFailed.class, "dispute_response_failed"),
                    entry(PaymentEvent.MandateRevoked.class, "mandate_revoked"),
                    entry(PaymentEvent.ShipmentRecorded.class, "shipment_recorded"),
                    entry(PaymentEvent.ShipmentRequested.class, "shipment_requested"),
                    entry(PaymentEvent.ShipmentAccepted.class, "shipment_accepted"),
                    entry(PaymentEvent.ShipmentRefused.class, "shipment_refused"));

    private EventTypes() {}

    static String of(PaymentEvent event) {
        var type = CATALOGUE.get(event.getClass());
        if (type == null) {
            throw new IllegalStateException("No public type for " + event.getClass().getName());
        }
        return type;
    }
}
