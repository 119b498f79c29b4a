package dev.paylater.connector.message;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice.Disputed;
import dev.paylater.connector.provider.Notice.Settled;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.schemas.ConnectorError;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.NextAction;
import dev.paylater.schemas.RecordDispute;
import dev.paylater.schemas.SyncPayment;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes what came of requests and notifications as messages. */
public final class Messages {

    private Messages() {}

    /** The answer to a request; a question is answered under the operation that it asks about. */
    public static ConnectorOutcome outcome(ConnectorRequest request, Outcome outcome, Instant now) {
        var asked = request.getAskedOperation();
        var question = request.getOperation().equals("status");
        var message =
                ConnectorOutcome.newBuilder()
                        .setMerchantId(request.getMerchantId())
                        .setPaymentId(request.getPaymentId())
                        .setAttemptId(request.getAttemptId())
                        .setIssuedAt(now.toEpochMilli())
                        .setConnector(request.getConnector())
                        .setMerchantConnectorId(request.getMerchantConnectorId())
                        .setOperation(question && asked != null ? asked : request.getOperation())
                        .setOperationId(request.getOperationId())
                        .setAsked(question)
                        .setRequestedAt(request.getIssuedAt())
                        .setRefundId(request.getRefundId());
        verdict(message, outcome.verdict());
        told(message, outcome.told(), request.getConnectorState());
        return message.build();
    }

    /** What a provider told by itself about an order of ours. */
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
                        .setAsked(true)
                        .setRefundId(news.refundId());
        verdict(message, news.outcome().verdict());
        told(message, news.outcome().told(), Map.of());
        return message.build();
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

    private static void verdict(ConnectorOutcome.Builder message, Verdict verdict) {
        switch (verdict) {
            case Verdict.Approved(var amount, var captured) ->
                    message.setVerdict("approved").setAmount(amount).setCaptured(captured);
            case Verdict.Declined(var status, var error) ->
                    message.setVerdict("declined")
                            .setAttemptStatus(status.name().toLowerCase(Locale.ROOT))
                            .setError(error(error));
            case Verdict.Pending(var askAfter) ->
                    message.setVerdict("pending").setAskAfter(millis(askAfter));
            case Verdict.Unknown(var reason, var askAfter) ->
                    message.setVerdict("unknown")
                            .setAskAfter(millis(askAfter))
                            .setError(unavailable(reason));
            case Verdict.CustomerAction(var type, var url) ->
                    message.setVerdict("customer_action")
                            .setNextAction(
                                    NextAction.newBuilder().setType(type).setUrl(url).build());
            case Verdict.MerchantAction(var amount) ->
                    message.setVerdict("merchant_action").setAmount(amount);
            case Verdict.NotFound() -> message.setVerdict("not_found");
            case Verdict.NotExecuted(var reason) ->
                    message.setVerdict("not_executed").setError(unavailable(reason));
        }
    }

    private static void told(
            ConnectorOutcome.Builder message, Told told, Map<String, String> before) {
        var state = new HashMap<>(before);
        state.putAll(told.state());
        message.setConnectorTransactionId(told.transactionId())
                .setReferenceId(told.referenceId())
                .setConnectorOperationId(told.operationReference())
                .setConnectorState(state)
                .setConnectorMetadata(text(told.metadata()))
                .setFrmMessage(text(told.fraudScreening()))
                .setThreeDs(text(told.threeDs()))
                .setConnectorMandateId(told.mandateId())
                .setIncrementalAuthorizationAllowed(told.incrementalAllowed());
    }

    private static ConnectorError error(ProviderError error) {
        return ConnectorError.newBuilder()
                .setCode(error.code())
                .setMessage(error.message())
                .setUnifiedCode(error.unified().code())
                .setUnifiedMessage(error.unified().message())
                .build();
    }

    private static ConnectorError unavailable(String reason) {
        return error(ProviderError.of(UnifiedError.PROVIDER_UNAVAILABLE, reason));
    }

    private static @Nullable String text(@Nullable JsonNode json) {
        return json == null ? null : json.toString();
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }
}
