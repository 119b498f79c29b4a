package dev.paylater.orchestrator.payment;

import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fact about a payment, recorded in its journal. */
public sealed interface PaymentEvent {

    /** Something is to be done at the provider. */
    sealed interface Request extends PaymentEvent {
        Operation operation();
    }

    /** What came of an operation that was under way. */
    sealed interface OfOperation extends PaymentEvent {
        String operationId();
    }

    record PaymentCreated(
            String merchantId,
            String paymentId,
            String profileId,
            Intent intent,
            Map<String, String> terms,
            Instant expiresOn)
            implements PaymentEvent {}

    record PaymentUpdated(Intent intent, Map<String, String> terms, Instant expiresOn)
            implements PaymentEvent {}

    /**
     * An attempt began with a request to authorize.
     *
     * @param connectorMandateId the consent it is made under, when the customer is not there
     */
    record AuthorizationRequested(
            ConnectorAccount account,
            Operation operation,
            List<ConnectorAccount> fallbacks,
            @Nullable String connectorMandateId)
            implements Request {}

    /** An attempt began with external 3-D Secure; the provider is called after it. */
    record ThreeDsRequired(
            ConnectorAccount account,
            String attemptId,
            Instant deadline,
            List<ConnectorAccount> fallbacks)
            implements PaymentEvent {}

    record ThreeDsRequested(Operation operation) implements Request {}

    record ThreeDsChallengeIssued(String operationId, ProviderData data) implements OfOperation {}

    /** The customer has been authenticated (3-D Secure), and the authorization is requested. */
    record ThreeDsSucceeded(String operationId, ProviderData data, Operation authorization)
            implements OfOperation {}

    record AuthorizationCompletionRequested(Map<String, String> terms, Operation operation)
            implements Request {}

    record CustomerActionRequired(
            String operationId,
            NextAction action,
            Instant deadline,
            Instant nextInquiryAt,
            ProviderData data)
            implements OfOperation {}

    /** The customer did not come back in time; the provider is asked for the last time. */
    record CustomerActionTimedOut(String operationId, Instant nextInquiryAt)
            implements PaymentEvent {}

    record MerchantReviewRequired(String operationId, long amount, ProviderData data)
            implements OfOperation {}

    record MerchantApproved(@Nullable Operation operation) implements PaymentEvent {}

    /** The mandate that came with this attempt pays no more. */
    record MandateRevoked(String attemptId) implements PaymentEvent {}

    record MerchantRejected(@Nullable String reason, Operation operation) implements Request {}

    record AuthorizationApproved(
            String attemptId,
            String operationId,
            long amount,
            boolean captured,
            @Nullable Instant captureOn,
            ProviderData data)
            implements OfOperation {}

    record AuthorizationDeclined(
            String attemptId,
            String operationId,
            Decline.Outcome outcome,
            ProviderError error,
            boolean retryable,
            ProviderData data)
            implements PaymentEvent {}

    /** The provider gave an authorization up, without having been asked to. */
    record AuthorizationLapsed(String attemptId, String reason) implements PaymentEvent {}

    record ResultPending(String operationId, Instant nextInquiryAt, ProviderData data)
            implements OfOperation {}

    record ResultUnknown(
            String operationId, @Nullable String reason, Instant nextInquiryAt, ProviderData data)
            implements OfOperation {}

    /** The provider refuses the account's credentials: the account's fault, not the payment's. */
    record AccountRefused(String operationId, @Nullable String reason, Instant nextInquiryAt)
            implements OfOperation {}

    /**
     * The provider is inquired what became of it.
     *
     * @param inquiries how often it was by now
     * @param awaitingAnswer somebody waits for the answer
     */
    record StatusInquired(
            String operationId, int inquiries, Instant nextInquiryAt, boolean awaitingAnswer)
            implements OfOperation {}

    record AuthorizationInquired(Operation operation) implements PaymentEvent {}

    record InquiryEnded(String operationId) implements OfOperation {}

    /** The provider does not know it: sent again under the same key. */
    record OperationRetried(String operationId, Instant nextInquiryAt) implements OfOperation {}

    record CaptureRequested(Capture capture, Operation operation) implements Request {}

    /** Merchant and customer settled between themselves. */
    record CaptureRecorded(Capture capture) implements PaymentEvent {}

    record CaptureCharged(String captureId, String operationId, long amount, ProviderData data)
            implements PaymentEvent {}

    record CaptureFailed(String captureId, String operationId, ProviderError error)
            implements OfOperation {}

    record VoidRequested(Operation operation, @Nullable String reason) implements Request {}

    record VoidSucceeded(String operationId, long amount) implements OfOperation {}

    record VoidFailed(String operationId, ProviderError error) implements OfOperation {}

    record ReleaseRequested(Operation operation, @Nullable String reason) implements Request {}

    record ReleaseSucceeded(String operationId, long amount) implements OfOperation {}

    record ReleaseFailed(String operationId, ProviderError error) implements OfOperation {}

    /** The session of a payment link has ended, and nobody has tried to pay. */
    record PaymentLinkExpired() implements PaymentEvent {}

    record PaymentCancelled(@Nullable String reason) implements PaymentEvent {}

    record IncrementRequested(Increment increment, Operation operation) implements Request {}

    record IncrementApproved(String authorizationId, String operationId, long amount)
            implements PaymentEvent {}

    record IncrementDeclined(String authorizationId, String operationId, ProviderError error)
            implements OfOperation {}

    /** The provider approved what had already ended here. */
    record LateApprovalFound(String attemptId, long amount, ProviderData data)
            implements PaymentEvent {}

    /** The provider approved and captured what had already ended here. */
    record LateCaptureFound(String attemptId, long amount, ProviderData data)
            implements PaymentEvent {}

    /** The provider has captured an authorization that is open here, without having been asked. */
    record CaptureFound(Capture capture, ProviderData data) implements PaymentEvent {}

    /** The provider has given money back without having been asked. */
    record RefundFound(Refund refund) implements PaymentEvent {}

    /** The provider's books show more than can have happened: somebody has to look. */
    record BooksDiffered(String attemptId, ProviderBooks books) implements PaymentEvent {}

    /** They show no more than ours again. */
    record BooksAgreed(String attemptId) implements PaymentEvent {}

    /** The provider's answer is good for another amount than was asked for. */
    record AmountDiffered(String attemptId, AmountDifference difference) implements PaymentEvent {}

    /** It says the amount that was asked for again. */
    record AmountAgreed(String attemptId) implements PaymentEvent {}

    /** The provider made a capture that had failed here, of a payment that has ended. */
    record LateChargeFound(String captureId, long amount, ProviderData data)
            implements PaymentEvent {}

    /** The provider did not give unwanted money back: it is inquired about and tried again. */
    record UnwantedMoneyKept(String attemptId, @Nullable ProviderError error, Instant nextTryAt)
            implements PaymentEvent {}

    /** The provider has nothing of it any more, without having been asked to give it back. */
    record UnwantedMoneyReturned(String attemptId) implements PaymentEvent {}

    /** An operator has seen to it, outside of this system. */
    record UnwantedMoneySettled(String attemptId, String operator, String reason)
            implements PaymentEvent {}

    /** An operator knows what came of it; what follows from that are the next events. */
    record OperationSettled(
            String operationId,
            boolean succeeded,
            @Nullable Long amount,
            String operator,
            String reason)
            implements OfOperation {}

    record RefundReserved(Refund refund) implements PaymentEvent {}

    /**
     * What became of a refund.
     *
     * @param amount what was refunded, when that is less than was reserved
     */
    record RefundStatusRecorded(
            String refundId,
            Refund.Status status,
            @Nullable Long amount,
            @Nullable ProviderError error)
            implements PaymentEvent {}

    /** The merchant changed the reason or the metadata, which is allowed at any time. */
    record RefundUpdated(String refundId, @Nullable String reason, @Nullable String metadata)
            implements PaymentEvent {}

    /**
     * refund-service has not told its end for a while: it is sent the refund again.
     *
     * @param nextAt when it is sent the next time
     */
    record RefundHandedOverAgain(String refundId, Instant nextAt) implements PaymentEvent {}

    /** refund-service knows the refund that the provider has made by itself. */
    record FoundRefundTakenOver(String refundId) implements PaymentEvent {}

    /**
     * The provider has given back after all what it had refused to, or taken back, and another
     * refund has taken the amount meanwhile: it is booked as soon as that one leaves room.
     *
     * @param amount minor units that it has given back in all; null: it has changed its mind again
     */
    record RefundCorrectionPostponed(String refundId, @Nullable Long amount)
            implements PaymentEvent {}

    record RefundReservationDropped(String refundId) implements PaymentEvent {}

    record DisputeRecorded(Dispute dispute) implements PaymentEvent {}

    /** The provider is told that the merchant accepts or challenges a dispute. */
    record DisputeResponseRequested(String disputeId, Operation operation) implements Request {}

    record DisputeAccepted(String disputeId, String operationId) implements PaymentEvent {}

    record DisputeChallenged(String disputeId, String operationId) implements PaymentEvent {}

    /** The provider did not take the merchant's response: the dispute stays as it was. */
    record DisputeResponseFailed(String disputeId, String operationId, ProviderError error)
            implements OfOperation {}

    /** Goods were handed to a carrier, of which this provider is not told. */
    record ShipmentRecorded(Shipment shipment) implements PaymentEvent {}

    /** The provider is told of goods that were handed to a carrier. */
    record ShipmentRequested(Shipment shipment, Operation operation) implements Request {}

    record ShipmentAccepted(String shipmentId, String operationId) implements PaymentEvent {}

    /** The provider did not take it; the goods are on their way all the same. */
    record ShipmentRefused(String shipmentId, String operationId, ProviderError error)
            implements OfOperation {}
}
