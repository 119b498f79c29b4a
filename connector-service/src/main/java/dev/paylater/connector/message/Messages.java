package dev.paylater.connector.message;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Notice.Disputed;
import dev.paylater.connector.kit.Notice.Settled;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.ProviderResults;
import dev.paylater.schemas.RecordDispute;
import dev.paylater.schemas.SyncPayment;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes provider results and notifications as messages. */
public final class Messages {

    private Messages() {}

    /** The answer to a request; an inquiry is answered under the operation that it is about. */
    public static ConnectorOutcome outcome(
            ConnectorRequest request, ProviderResult result, Instant now) {
        var message =
                ConnectorOutcome.newBuilder()
                        .setMerchantId(request.getMerchantId())
                        .setPaymentId(request.getPaymentId())
                        .setAttemptId(request.getAttemptId())
                        .setIssuedAt(now.toEpochMilli())
                        .setConnector(request.getConnector())
                        .setMerchantConnectorId(request.getMerchantConnectorId())
                        .setOperation(OperationRequest.operation(request).wireName())
                        .setOperationId(request.getOperationId())
                        .setInquiry(OperationRequest.isInquiry(request))
                        .setRequestedAt(request.getIssuedAt())
                        .setRefundId(request.getRefundId());
        return written(message, result, request.getAmount(), request.getConnectorState());
    }

    /** What a provider notified of about an operation of ours. */
    public static ConnectorOutcome settled(Settled news, Account account, Instant now) {
        var message =
                ConnectorOutcome.newBuilder()
                        .setMerchantId(account.merchantId())
                        .setPaymentId(news.paymentId())
                        .setAttemptId(news.attemptId())
                        .setIssuedAt(now.toEpochMilli())
                        .setConnector(account.connector())
                        .setMerchantConnectorId(account.id())
                        .setOperation(news.operation().wireName())
                        .setOperationId(news.operationId())
                        .setInquiry(true)
                        .setRefundId(news.refundId());
        return ProviderResults.write(message, news.result()).build();
    }

    public static RecordDispute disputed(Disputed news, Account account, Instant now) {
        return RecordDispute.newBuilder()
                .setMerchantId(account.merchantId())
                .setPaymentId(news.paymentId())
                .setIssuedAt(now.toEpochMilli())
                .setConnector(account.connector())
                .setConnectorDisputeId(news.disputeId())
                .setDisputeStage(news.stage())
                .setDisputeStatus(news.status())
                .setAmount(news.amount())
                .setCurrency(news.currency())
                .setConnectorStatus(news.connectorStatus())
                .setConnectorReason(news.reason())
                .setConnectorReasonCode(news.reasonCode())
                .setChallengeRequiredBy(millis(news.challengeRequiredBy()))
                .setConnectorCreatedAt(millis(news.createdAt()))
                .setConnectorUpdatedAt(millis(news.updatedAt()))
                .build();
    }

    public static SyncPayment sync(String merchantId, String paymentId, Instant now) {
        return SyncPayment.newBuilder()
                .setMerchantId(merchantId)
                .setPaymentId(paymentId)
                .setIssuedAt(now.toEpochMilli())
                .setCause("notification")
                .build();
    }

    /** Adds to the provider data kept so far; a success without an amount has the requested one. */
    private static ConnectorOutcome written(
            ConnectorOutcome.Builder message,
            ProviderResult result,
            long requested,
            Map<String, String> before) {
        var state = new HashMap<>(before);
        state.putAll(result.data().state());
        ProviderResults.write(message, result).setConnectorState(state);
        return isSuccess(result)
                ? message.setAmount(result.amountOr(requested)).build()
                : message.build();
    }

    private static boolean isSuccess(ProviderResult result) {
        return switch (result.status()) {
            case APPROVED, CAPTURED, IN_REVIEW -> true;
            case PENDING,
                    REQUIRES_ACTION,
                    DECLINED,
                    NOT_FOUND,
                    NOT_EXECUTED,
                    UNAUTHORIZED,
                    UNKNOWN ->
                    false;
        };
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }
}
