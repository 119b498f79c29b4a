package dev.paylater.refund.kafka;

import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.core.RefundOrder;
import dev.paylater.refund.core.RefundableCapture;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ExecuteRefund;
import dev.paylater.schemas.ProviderResults;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.RefundDeadlinePassed;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.SettleRefund;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.UpdateRefund;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns messages on refunds.commands into the core's commands. */
final class CommandReader {

    private CommandReader() {}

    /**
     * Reads a command.
     *
     * @throws IllegalArgumentException when this message has no place on the topic
     */
    static RefundRequest read(Incoming message) {
        return switch (message.value()) {
            case ExecuteRefund execute ->
                    request(
                            message,
                            execute.getMerchantId(),
                            execute.getRefundId(),
                            new RefundCommand.ExecuteRefund(
                                    order(execute),
                                    waiter(message, execute.getReplyTo()),
                                    execute.getReplyTo() != null
                                            && execute.getReplyTo().getOnAcceptance()));
            case RecordFoundRefund found ->
                    request(
                            message,
                            found.getMerchantId(),
                            found.getRefund().getRefundId(),
                            new RefundCommand.RecordFoundRefund(order(found.getRefund())));
            case SyncRefund sync ->
                    request(
                            message,
                            sync.getMerchantId(),
                            sync.getRefundId(),
                            new RefundCommand.SyncRefund(waiter(message, sync.getReplyTo())));
            case SettleRefund settle ->
                    request(
                            message,
                            settle.getMerchantId(),
                            settle.getRefundId(),
                            new RefundCommand.SettleRefund(
                                    settle.getSucceeded(),
                                    settle.getAmount(),
                                    settle.getOperator(),
                                    settle.getReason(),
                                    waiter(message, settle.getReplyTo())));
            case UpdateRefund update ->
                    request(
                            message,
                            update.getMerchantId(),
                            update.getRefundId(),
                            new RefundCommand.UpdateRefund(
                                    update.getReason(),
                                    update.getMetadata(),
                                    waiter(message, update.getReplyTo())));
            case RefundDeadlinePassed deadline ->
                    request(
                            message,
                            deadline.getMerchantId(),
                            deadline.getRefundId(),
                            new RefundCommand.DeadlinePassed(
                                    Instant.ofEpochMilli(deadline.getDueAt())));
            case ConnectorOutcome outcome -> {
                if (outcome.getRefundId() == null) {
                    throw new IllegalArgumentException(
                            "outcome of %s names no refund".formatted(outcome.getOperationId()));
                }
                yield request(
                        message,
                        outcome.getMerchantId(),
                        outcome.getRefundId(),
                        new RefundCommand.RecordProviderResult(
                                outcome.getOperationId(),
                                outcome.getInquiry(),
                                ProviderResults.requestedAt(outcome),
                                ProviderResults.read(outcome)));
            }
            default ->
                    throw new IllegalArgumentException(
                            message.value().getSchema().getName() + " is no command of a refund");
        };
    }

    private static RefundRequest request(
            Incoming message, String merchantId, String refundId, RefundCommand command) {
        return new RefundRequest(message, merchantId + "/" + refundId, command);
    }

    private static RefundOrder order(ExecuteRefund execute) {
        return new RefundOrder(
                execute.getMerchantId(),
                execute.getPaymentId(),
                execute.getRefundId(),
                execute.getSequence(),
                execute.getAmount(),
                execute.getCurrency(),
                execute.getReason(),
                execute.getDetails(),
                execute.getProfileId(),
                execute.getAttemptId(),
                execute.getConnector(),
                execute.getMerchantConnectorId(),
                execute.getConnectorTransactionId(),
                execute.getConnectorState(),
                execute.getAuthorizedAmount(),
                execute.getCaptureMethod(),
                OptionTexts.of(execute.getOptions()),
                execute.getTerms(),
                captures(execute));
    }

    private static List<RefundableCapture> captures(ExecuteRefund execute) {
        return execute.getCaptures().stream()
                .map(
                        capture ->
                                new RefundableCapture(
                                        capture.getCaptureId(),
                                        capture.getConnectorCaptureId(),
                                        capture.getAmount()))
                .toList();
    }

    private static @Nullable Waiter waiter(Incoming message, @Nullable ReplyTo replyTo) {
        return replyTo == null
                ? null
                : new Waiter(
                        message.messageId(), replyTo.getPartition(), replyTo.getCorrelationId());
    }
}
