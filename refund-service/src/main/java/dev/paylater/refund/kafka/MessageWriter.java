package dev.paylater.refund.kafka;

import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundMessage;
import dev.paylater.refund.core.RefundOrder;
import dev.paylater.refund.core.RefundStatus;
import dev.paylater.schemas.ProviderResults;
import dev.paylater.schemas.RecordRefundStatus;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the core's messages into records on topics. */
final class MessageWriter {

    private static final Logger log = LoggerFactory.getLogger(MessageWriter.class);

    private final Function<Refund, ByteBuffer> replyForm;

    /**
     * Makes messages.
     *
     * @param replyForm a refund as replies carry it
     */
    MessageWriter(Function<Refund, ByteBuffer> replyForm) {
        this.replyForm = replyForm;
    }

    /**
     * The message under this id; empty for an alarm, which is for people and is logged.
     *
     * @param before the refund before what the message tells; null when there was none
     */
    Optional<Outgoing> write(
            String id, RefundMessage message, @Nullable Refund before, RefundRequest request) {
        var cause = request.commandId();
        var caused = request.message().context().causedBy(cause);
        return switch (message) {
            case RefundMessage.RequestRefund(var refund, var part, var at) ->
                    toConnector(id, refund, caused, ConnectorRequests.refund(refund, part, at));
            case RefundMessage.InquireStatus(var refund, var part, var at) ->
                    toConnector(id, refund, caused, ConnectorRequests.inquiry(refund, part, at));
            case RefundMessage.RecordStatus(var refund, var at) ->
                    toOrchestrator(id, refund.order(), caused, statusOf(refund, at));
            case RefundMessage.DropReservation(var order, var at) ->
                    toOrchestrator(id, order, caused, refused(order, at));
            case RefundMessage.Announce(var type, var refund, var at) ->
                    Optional.of(
                            Outgoing.of(
                                    Topic.REFUND_EVENTS.name(),
                                    paymentKey(refund.order()),
                                    id,
                                    caused,
                                    event(type, before, refund, at, cause)));
            case RefundMessage.Answer(var waiter, var refund) ->
                    reply(id, request, caused, waiter, answer(waiter, refund));
            case RefundMessage.AnswerRefusal(var waiter, var refusal) ->
                    reply(
                            id,
                            request,
                            caused,
                            waiter,
                            new Reply(
                                    waiter.correlationId(),
                                    new dev.paylater.schemas.Refusal(
                                            refusal.code(), refusal.message(), refusal.param()),
                                    null));
            case RefundMessage.RaiseAlarm alarm -> {
                raise(alarm);
                yield Optional.empty();
            }
        };
    }

    private static Optional<Outgoing> toConnector(
            String id,
            Refund refund,
            MessageContext context,
            dev.paylater.schemas.ConnectorRequest request) {
        return Optional.of(
                Outgoing.of(
                        Topic.ofConnector(refund.order().connector()).name(),
                        paymentKey(refund.order()),
                        id,
                        context,
                        request));
    }

    private static Optional<Outgoing> toOrchestrator(
            String id, RefundOrder order, MessageContext context, RecordRefundStatus status) {
        return Optional.of(
                Outgoing.of(Topic.PAYMENT_COMMANDS.name(), paymentKey(order), id, context, status));
    }

    private static Optional<Outgoing> reply(
            String id, RefundRequest request, MessageContext context, Waiter waiter, Reply reply) {
        return Optional.of(
                new Outgoing(
                        Topic.PAYMENT_REPLIES.name(),
                        request.partitionKey(),
                        waiter.partition(),
                        id,
                        context,
                        reply));
    }

    private Reply answer(Waiter waiter, Refund refund) {
        return new Reply(waiter.correlationId(), null, replyForm.apply(refund));
    }

    private static void raise(RefundMessage.RaiseAlarm alarm) {
        var order = alarm.refund().order();
        log.error(
                "The provider says the opposite of what is final here: it {} operation {}, the"
                    + " refund is {}. Compare the books. merchant_id={} payment_id={} refund_id={}"
                    + " connector={}",
                alarm.providerApproved() ? "approved" : "declined",
                alarm.operationId(),
                alarm.refund().status(),
                order.merchantId(),
                order.paymentId(),
                order.refundId(),
                order.connector());
    }

    private static RecordRefundStatus statusOf(Refund refund, Instant at) {
        return status(refund.order(), at, statusName(refund.status()))
                .setAmount(refund.amount())
                .setError(ProviderResults.write(refund.error()))
                .setReason(refund.reason())
                .setMetadata(refund.details().get("metadata"))
                .setCorrection(refund.isCorrected())
                .setUpdatedAt(refund.updatedAt().toEpochMilli())
                .build();
    }

    private static RecordRefundStatus refused(RefundOrder order, Instant at) {
        return status(order, at, "refused").setUpdatedAt(at.toEpochMilli()).build();
    }

    private static RecordRefundStatus.Builder status(RefundOrder order, Instant at, String status) {
        return RecordRefundStatus.newBuilder()
                .setMerchantId(order.merchantId())
                .setPaymentId(order.paymentId())
                .setIssuedAt(at.toEpochMilli())
                .setRefundId(order.refundId())
                .setStatus(status);
    }

    private static RefundEvent event(
            String type, @Nullable Refund before, Refund refund, Instant at, String cause) {
        var order = refund.order();
        var error = refund.error();
        return new RefundEvent(
                order.key() + "/" + refund.announced(),
                type,
                order.merchantId(),
                order.paymentId(),
                refund.announced(),
                at.toEpochMilli(),
                cause,
                new RefundSnapshot(
                        order.refundId(),
                        statusName(refund.status()),
                        refund.amount(),
                        order.currency(),
                        refund.reason(),
                        order.connector(),
                        order.merchantConnectorId(),
                        order.profileId(),
                        error == null ? null : error.code(),
                        error == null ? null : error.unified().code(),
                        refund.createdAt().toEpochMilli(),
                        refund.updatedAt().toEpochMilli()),
                before == null ? null : statusName(before.status()));
    }

    private static String statusName(RefundStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private static String paymentKey(RefundOrder order) {
        return Topic.key(order.merchantId(), order.paymentId());
    }
}
