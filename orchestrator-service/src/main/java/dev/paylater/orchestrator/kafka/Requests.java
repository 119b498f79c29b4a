package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Increment;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.Shipment;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.ExecuteRefund;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.RefundableCapture;
import dev.paylater.schemas.RequestLifetime;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.Topic;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** The requests that effects become. */
final class Requests {

    private static final String STATUS = "status";
    private static final String CONNECTOR_CAPTURE_ID = "connector_capture_id";
    private static final String CONNECTOR_DISPUTE_ID = "connector_dispute_id";
    private static final String CANCELLATION_REASON = "cancellation_reason";
    private static final String REASON = "reason";

    private Requests() {}

    record Request(String topic, SpecificRecord message) {}

    static Request of(Effect effect, Payment payment, Instant at, PaymentRequest command) {
        return switch (effect) {
            case Effect.CallProvider(var operation) -> call(operation, payment, at, false);
            case Effect.InquireStatus(var operation) -> call(operation, payment, at, true);
            case Effect.ExecuteRefund(var refund) ->
                    new Request(
                            Topic.REFUND_COMMANDS.name(), execute(refund, payment, at, command));
            case Effect.RecordFoundRefund(var refund) ->
                    new Request(
                            Topic.REFUND_COMMANDS.name(),
                            new RecordFoundRefund(
                                    payment.merchantId(),
                                    payment.paymentId(),
                                    at.toEpochMilli(),
                                    execute(refund, payment, at, command)));
        };
    }

    private static Request call(
            Operation operation, Payment payment, Instant at, boolean inquiring) {
        var attempt = payment.attempt(operation.attemptId());
        var made = payment.termsOf(attempt);
        var kind = kindThere(operation, payment, attempt);
        var request =
                ConnectorRequest.newBuilder()
                        .setMerchantId(payment.merchantId())
                        .setPaymentId(payment.paymentId())
                        .setAttemptId(attempt.attemptId())
                        .setIssuedAt(at.toEpochMilli())
                        .setFirstRequestedAt(operation.requestedAt().toEpochMilli())
                        .setConnector(attempt.connector())
                        .setMerchantConnectorId(attempt.merchantConnectorId())
                        .setOperation(inquiring ? STATUS : WireEnums.of(kind))
                        .setInquiredOperation(inquiring ? WireEnums.of(kind) : null)
                        .setOperationId(operation.operationId())
                        .setIdempotencyKey(operation.operationId())
                        .setSequence(operation.sequence())
                        .setAmount(operation.amount())
                        .setCurrency(made.intent().currency())
                        .setAuthorizedAmount(attempt.amounts().authorized())
                        .setCapturedAmount(payment.capturedThere(attempt))
                        .setCaptureMethod(WireEnums.of(attempt.captureMethod()))
                        .setNotAfter(at.plus(RequestLifetime.LAST_CALL).toEpochMilli())
                        .setOutcomeTopic(Topic.PAYMENT_COMMANDS.name())
                        .setConnectorTransactionId(attempt.connectorTransactionId())
                        .setConnectorMandateId(attempt.connectorMandateId())
                        .setConnectorState(attempt.data().state())
                        .setOptions(Options.write(made.intent()))
                        .setTerms(made.terms())
                        .setDetails(details(operation, attempt, payment))
                        .build();
        return new Request(Topic.ofConnector(attempt.connector()).name(), request);
    }

    /** A provider that has taken nothing of an authorization is asked to void what is released. */
    private static Operation.Kind kindThere(Operation operation, Payment payment, Attempt attempt) {
        return switch (operation.kind()) {
            case INQUIRY -> Operation.Kind.AUTHORIZE;
            case RELEASE ->
                    payment.capturedThere(attempt) == 0
                            ? Operation.Kind.VOID
                            : Operation.Kind.RELEASE;
            case AUTHORIZE,
                    COMPLETE_AUTHORIZE,
                    AUTHENTICATE,
                    APPROVE,
                    CAPTURE,
                    VOID,
                    INCREMENT,
                    ACCEPT_DISPUTE,
                    CHALLENGE_DISPUTE,
                    SHIP ->
                    operation.kind();
        };
    }

    private static Map<String, String> details(
            Operation operation, Attempt attempt, Payment payment) {
        var details = new LinkedHashMap<>(operation.details());
        if (attempt.cancellationReason() != null) {
            details.put(CANCELLATION_REASON, JsonText.of(attempt.cancellationReason()));
        }
        payment.increments().stream()
                .filter(increment -> increment.authorizationId().equals(operation.operationId()))
                .map(Increment::reason)
                .filter(Objects::nonNull)
                .forEach(reason -> details.put(REASON, JsonText.of(reason)));
        payment.disputes().stream()
                .filter(dispute -> dispute.isAnsweredBy(operation.operationId()))
                .map(Dispute::connectorDisputeId)
                .forEach(id -> details.put(CONNECTOR_DISPUTE_ID, JsonText.of(id)));
        payment.shipments().stream()
                .filter(shipment -> shipment.isToldBy(operation.operationId()))
                .forEach(shipment -> details.putAll(details(shipment, payment)));
        return details;
    }

    private static Map<String, String> details(Shipment shipment, Payment payment) {
        var details = new LinkedHashMap<>(shipment.details());
        payment.captures().stream()
                .filter(capture -> capture.captureId().equals(shipment.captureId()))
                .map(Capture::connectorCaptureId)
                .filter(Objects::nonNull)
                .forEach(id -> details.put(CONNECTOR_CAPTURE_ID, JsonText.of(id)));
        return details;
    }

    private static ExecuteRefund execute(
            Refund refund, Payment payment, Instant at, PaymentRequest command) {
        var attempt = payment.attempt(refund.attemptId());
        var made = payment.termsOf(attempt);
        var replyTo = command.message().value() instanceof ReserveRefund ? command.replyTo() : null;
        return ExecuteRefund.newBuilder()
                .setMerchantId(payment.merchantId())
                .setPaymentId(payment.paymentId())
                .setIssuedAt(at.toEpochMilli())
                .setReplyTo(replyTo)
                .setRefundId(refund.refundId())
                .setAmount(refund.amount())
                .setCurrency(made.intent().currency())
                .setReason(refund.reason())
                .setDetails(refund.details())
                .setProfileId(payment.profileId())
                .setAttemptId(attempt.attemptId())
                .setSequence(refund.sequence())
                .setConnector(attempt.connector())
                .setMerchantConnectorId(attempt.merchantConnectorId())
                .setConnectorTransactionId(
                        attempt.connectorTransactionId() == null
                                ? ""
                                : attempt.connectorTransactionId())
                .setConnectorState(attempt.data().state())
                .setAuthorizedAmount(attempt.amounts().authorized())
                .setCaptureMethod(WireEnums.of(attempt.captureMethod()))
                .setOptions(Options.write(made.intent()))
                .setTerms(made.terms())
                .setCaptures(
                        payment.captures().stream()
                                .filter(c -> c.attemptId().equals(attempt.attemptId()))
                                .filter(c -> c.status() == Capture.Status.CHARGED)
                                .filter(c -> !c.isDirect())
                                .map(
                                        c ->
                                                new RefundableCapture(
                                                        c.captureId(),
                                                        c.connectorCaptureId(),
                                                        c.amount()))
                                .toList())
                .build();
    }
}
