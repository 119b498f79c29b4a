package dev.paylater.api.refund;

import dev.paylater.api.command.Command;
import dev.paylater.api.command.Commands;
import dev.paylater.api.command.Outcome;
import dev.paylater.api.command.Refusals;
import dev.paylater.api.command.SettledLookup;
import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.RefundReads;
import dev.paylater.api.store.StoreHealth;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Has a refund reserved by the orchestrator and comes back with what refund-service made of it. */
@Component
public final class RefundOperations {

    private static final String ID_PREFIX = "ref_";
    private static final String LINES = "order_details";
    private static final List<String> DETAILS =
            List.of(
                    "metadata",
                    "refund_type",
                    "split_refunds",
                    LINES,
                    "merchant_connector_details");

    private final Commands commands;
    private final RefundReads refunds;
    private final PaymentReads payments;
    private final StoreHealth store;
    private final Sealing sealing;

    RefundOperations(
            Commands commands,
            RefundReads refunds,
            PaymentReads payments,
            StoreHealth store,
            Sealing sealing) {
        this.commands = commands;
        this.refunds = refunds;
        this.payments = payments;
        this.store = store;
        this.sealing = sealing;
    }

    ReplyTo replyTo(Call call) {
        return commands.replyTo(call.commandId(), call.prefersAsync());
    }

    /**
     * Has a refund made.
     *
     * @param body a checked RefundCreateRequest
     */
    public Fields reserve(Call call, String merchantId, ObjectNode body) {
        if (body.has("split_refunds")) {
            throw ApiException.of(
                    new Problem(
                            "split_refunds",
                            ErrorCode.IR_37,
                            "split_refunds is not supported by any connector"));
        }
        if (body.path(LINES).isEmpty()) {
            body.remove(LINES);
        }
        var paymentId = body.required("payment_id").stringValue();
        var chosenId = text(body, "refund_id");
        var amount = body.get("amount");
        return run(
                call,
                ReserveRefund.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(replyTo(call))
                        .setRefundId(chosenId == null ? call.newId(ID_PREFIX) : chosenId)
                        .setAmount(amount == null ? null : amount.longValue())
                        .setReason(text(body, "reason"))
                        .setDetails(sealing.carry(body, DETAILS, merchantId, paymentId))
                        .build());
    }

    static @Nullable String text(ObjectNode body, String name) {
        var value = body.get(name);
        return value == null ? null : value.asString();
    }

    private Fields run(Call call, ReserveRefund message) {
        requireStore();
        return run(
                        call,
                        Topic.PAYMENT_COMMANDS,
                        message.getMerchantId(),
                        message.getPaymentId(),
                        message,
                        () -> look(message, call.commandId()))
                .orElseGet(() -> asItStands(message));
    }

    /**
     * The refund that comes of a command; empty when nobody replies in time and the look finds
     * nothing.
     *
     * @throws ApiException when the command is refused, or was not or may not have been recorded
     */
    Optional<Fields> run(
            Call call,
            Topic topic,
            String merchantId,
            String paymentId,
            SpecificRecord message,
            SettledLookup look) {
        var command =
                new Command(
                        topic, merchantId, paymentId, call.commandId(), call.context(), message);
        return switch (commands.run(command, look)) {
            case Outcome.Done(var document) -> Optional.of(RefundRenderer.read(document));
            case Outcome.Refused(var refusal) -> throw Refusals.toException(refusal);
            case Outcome.StillUnknown() -> Optional.empty();
        };
    }

    /**
     * A refund.
     *
     * @throws ApiException 404 when there is no such refund
     */
    Fields find(String merchantId, String refundId) {
        return findRaw(merchantId, refundId)
                .map(RefundRenderer::read)
                .orElseThrow(() -> ApiException.notFound("refund"));
    }

    /**
     * A refund with `journal`, the entries of all that has happened to it.
     *
     * @throws ApiException 404 when there is no such refund
     */
    Fields findWithJournal(String merchantId, String refundId) {
        return findRaw(merchantId, refundId)
                .map(raw -> Fields.read(raw, Set.of()))
                .orElseThrow(() -> ApiException.notFound("refund"));
    }

    private Optional<ByteBuffer> findRaw(String merchantId, String refundId) {
        requireStore();
        return refunds.findRaw(merchantId, refundId);
    }

    /** A refund as it is stored; while the store is away none, since a reply may still come. */
    Optional<ByteBuffer> recorded(String merchantId, String refundId) {
        return store.isUp() ? refunds.findRaw(merchantId, refundId) : Optional.empty();
    }

    private void requireStore() {
        if (!store.isUp()) {
            throw ApiException.unavailable("The store does not answer");
        }
    }

    /** The refund, once refund-service waits for nothing on behalf of this command. */
    private Optional<ByteBuffer> look(ReserveRefund message, String commandId) {
        return recorded(message.getMerchantId(), message.getRefundId())
                .filter(raw -> !isAwaited(raw, commandId));
    }

    private static boolean isAwaited(ByteBuffer raw, String commandId) {
        return RefundRenderer.read(raw.duplicate()).sections("waiters").stream()
                .anyMatch(waiter -> commandId.equals(waiter.text("correlation_id")));
    }

    /**
     * A refund whose money is reserved will be carried out, so it is shown as pending. Before that
     * it may still be refused.
     */
    private Fields asItStands(ReserveRefund message) {
        if (!store.isUp()) {
            throw ApiException.unknownOutcome("The store does not answer", message.getPaymentId());
        }
        var recorded = refunds.findRaw(message.getMerchantId(), message.getRefundId());
        if (recorded.isPresent()) {
            return RefundRenderer.read(recorded.get());
        }
        return payments.find(message.getMerchantId(), message.getPaymentId())
                .flatMap(payment -> pending(message, payment))
                .orElseThrow(() -> ApiException.undecided(message.getPaymentId()));
    }

    private static Optional<Fields> pending(ReserveRefund message, PaymentDocument payment) {
        return payment.refunds().stream()
                .filter(refund -> message.getRefundId().equals(refund.text("refund_id")))
                .findFirst()
                .map(reserved -> pending(message, payment.currency(), reserved));
    }

    private static Fields pending(ReserveRefund message, String currency, Fields reserved) {
        var issuedAt = Instant.ofEpochMilli(message.getIssuedAt());
        var refund = new HashMap<String, Object>();
        refund.put("merchant_id", message.getMerchantId());
        refund.put("refund_id", message.getRefundId());
        refund.put("payment_id", message.getPaymentId());
        refund.put("status", "pending");
        refund.put("amount", reserved.number("amount"));
        refund.put("currency", currency);
        refund.put("details", Fields.of(new HashMap<>(message.getDetails())));
        refund.put("created_at", issuedAt);
        refund.put("updated_at", issuedAt);
        var reason = message.getReason();
        if (reason != null) {
            refund.put("reason", reason);
        }
        return Fields.of(refund);
    }
}
