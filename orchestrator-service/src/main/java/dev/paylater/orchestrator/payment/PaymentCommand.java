package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every fact that may change a payment: a merchant's command, a provider's result, a passed
 * deadline.
 */
public sealed interface PaymentCommand {

    /** Its name in messages, for example "capture". */
    default String operation() {
        return switch (this) {
            case CreatePayment _ -> "create";
            case UpdatePayment _ -> "update";
            case ConfirmPayment _ -> "confirm";
            case CapturePayment _ -> "capture";
            case CancelPayment _ -> "cancel";
            case ApprovePayment _ -> "approve";
            case RejectPayment _ -> "reject";
            case IncrementAuthorization _ -> "incremental_authorization";
            case CompleteAuthorization _ -> "complete_authorize";
            case AuthenticateThreeDs _ -> "3ds/authentication";
            case SyncPayment _ -> "sync";
            case ReserveRefund _ -> "refund";
            case RecordRefundStatus _ -> "record_refund_status";
            case RecordProviderResult _ -> "record_provider_result";
            case RecordDispute _ -> "record_dispute";
            case AcceptDispute _ -> "accept of the dispute";
            case ChallengeDispute _ -> "challenge of the dispute";
            case RevokeMandate _ -> "revoke of the mandate";
            case AddShipment _ -> "shipment";
            case SettleOperation _ -> "settle";
            case SettleUnwantedMoney _ -> "settle of unwanted money";
            case DeadlinePassed _ -> "deadline";
        };
    }

    /**
     * A new payment.
     *
     * @param route where it could go; null unless it is to be confirmed at once
     */
    record CreatePayment(
            String merchantId,
            String paymentId,
            String profileId,
            Intent options,
            Map<String, String> terms,
            @Nullable Route route)
            implements PaymentCommand {}

    record UpdatePayment(Intent options, Map<String, String> terms) implements PaymentCommand {}

    record ConfirmPayment(
            boolean clientSide, Intent options, Map<String, String> terms, Route route)
            implements PaymentCommand {}

    record CapturePayment(
            @Nullable Long amountToCapture,
            boolean refundUncapturedAmount,
            String captureType,
            Map<String, String> details)
            implements PaymentCommand {}

    record CancelPayment(@Nullable String reason, Map<String, String> details)
            implements PaymentCommand {

        /** With the account's own credentials. */
        CancelPayment(@Nullable String reason) {
            this(reason, Map.of());
        }
    }

    record ApprovePayment() implements PaymentCommand {}

    /** No later payment is made by the mandate that came with this one. */
    record RevokeMandate(String mandateId) implements PaymentCommand {}

    record RejectPayment(@Nullable String reason) implements PaymentCommand {}

    /**
     * Authorize more.
     *
     * @param amount the new total
     */
    record IncrementAuthorization(long amount, @Nullable String reason) implements PaymentCommand {}

    /**
     * The customer has done their part.
     *
     * @param clientFields paths of the fields that the customer's client sets; null when the
     *     merchant's server is calling
     */
    record CompleteAuthorization(Map<String, String> terms, @Nullable List<String> clientFields)
            implements PaymentCommand {}

    record AuthenticateThreeDs(Map<String, String> details) implements PaymentCommand {}

    /**
     * Inquire at the provider now.
     *
     * @param notified the provider says that something has happened since any earlier inquiry
     */
    record SyncPayment(boolean notified) implements PaymentCommand {}

    record ReserveRefund(
            String refundId,
            @Nullable Long amount,
            @Nullable String reason,
            Map<String, String> details)
            implements PaymentCommand {}

    /**
     * What became of a reserved refund, and how it is described now.
     *
     * @param status null: the refund was refused, the reservation is dropped
     * @param amount what was really given back, when that is less than was reserved
     * @param reason null: as it was reserved
     * @param metadata JSON text; null: as it was reserved
     * @param correction whether it ended otherwise before, and the provider has changed its mind
     */
    record RecordRefundStatus(
            String refundId,
            Refund.@Nullable Status status,
            @Nullable Long amount,
            @Nullable ProviderError error,
            @Nullable String reason,
            @Nullable String metadata,
            Instant updatedAt,
            boolean correction)
            implements PaymentCommand {

        /** What is the first end, or none yet. */
        RecordRefundStatus(
                String refundId,
                Refund.@Nullable Status status,
                @Nullable Long amount,
                @Nullable ProviderError error,
                @Nullable String reason,
                @Nullable String metadata,
                Instant updatedAt) {
            this(refundId, status, amount, error, reason, metadata, updatedAt, false);
        }

        /** The command without the merchant's texts, for a payment that has no room for more. */
        public RecordRefundStatus withoutDescription() {
            return new RecordRefundStatus(
                    refundId, status, amount, error, null, null, updatedAt, correction);
        }
    }

    /**
     * What came of a request or an inquiry at a provider.
     *
     * @param inquired it answers an inquiry or came by itself, rather than answering the request
     * @param requestedAt when the inquiry or request was sent; null: it came by itself
     */
    record RecordProviderResult(
            String attemptId,
            Operation.Kind kind,
            String operationId,
            boolean inquired,
            @Nullable Instant requestedAt,
            ProviderResult result)
            implements PaymentCommand {}

    record RecordDispute(Dispute dispute) implements PaymentCommand {}

    /** The merchant gives way. */
    record AcceptDispute(String disputeId) implements PaymentCommand {}

    /**
     * The merchant contests it.
     *
     * @param details the evidence, interface name to JSON text
     */
    record ChallengeDispute(String disputeId, Map<String, String> details)
            implements PaymentCommand {}

    /**
     * Goods of it were handed to a carrier.
     *
     * @param captureId the capture that pays for them; null: the latest one, if there is one
     * @param details the shipment's fields, interface name to JSON text
     */
    record AddShipment(String shipmentId, @Nullable String captureId, Map<String, String> details)
            implements PaymentCommand {}

    /**
     * An operator knows what came of an operation whose result the provider does not tell.
     *
     * @param amount what it is good for; null: what was requested
     */
    record SettleOperation(
            String operationId,
            boolean succeeded,
            @Nullable Long amount,
            String operator,
            String reason)
            implements PaymentCommand {}

    /**
     * An operator has seen to it that nobody is owed the unwanted money.
     *
     * @param attemptId which one has it; null from versions that did not say
     * @param amount what the operator saw there, minor units; null from versions that did not say
     */
    record SettleUnwantedMoney(
            @Nullable String attemptId, @Nullable Long amount, String operator, String reason)
            implements PaymentCommand {}

    record DeadlinePassed() implements PaymentCommand {}
}
