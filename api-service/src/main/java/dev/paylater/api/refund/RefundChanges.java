package dev.paylater.api.refund;

import dev.paylater.api.command.SettledLookup;
import dev.paylater.api.document.Fields;
import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.schemas.SettleRefund;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdateRefund;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has refund-service change a refund that it keeps, or inquire about it at the provider. */
@Component
final class RefundChanges {

    /** A refund is one document, and each change an entry of its journal. */
    private static final int MAX_UPDATES = 100;

    /** Of the journal of a refund that merchants may have inquired about; scheduled ones go on. */
    private static final int MAX_ENTRIES = 1_000;

    private static final Set<String> FINAL = Set.of("succeeded", "failed");
    private static final String METADATA = "metadata";
    private static final String REASON = "reason";

    private final RefundOperations operations;
    private final Sealing sealing;

    RefundChanges(RefundOperations operations, Sealing sealing) {
        this.operations = operations;
        this.sealing = sealing;
    }

    /**
     * The refund after its provider was asked how it stands, or as it is known where the provider
     * does not answer in time or nothing is open.
     *
     * @throws ApiException 404 when there is no such refund
     */
    Fields inquire(Call call, String refundId) {
        var merchantId = call.merchantId();
        var refund = operations.findWithJournal(merchantId, refundId);
        if (FINAL.contains(refund.requiredText("status"))
                || refund.sections("journal").size() >= MAX_ENTRIES) {
            return refund;
        }
        var outcome =
                run(
                        call,
                        merchantId,
                        paymentOf(refund),
                        SyncRefund.newBuilder()
                                .setMerchantId(merchantId)
                                .setPaymentId(paymentOf(refund))
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setRefundId(refundId)
                                .build(),
                        Optional::empty);
        return outcome.orElseGet(() -> operations.find(merchantId, refundId));
    }

    /**
     * The refund with another reason or other metadata.
     *
     * @param body a checked RefundUpdateRequest
     * @throws ApiException 404 when there is no such refund; 400 IR_16 after too many changes; 503
     *     when the change takes too long, and may still be made
     */
    Fields update(Call call, String refundId, ObjectNode body) {
        var merchantId = call.merchantId();
        var refund = operations.findWithJournal(merchantId, refundId);
        if (carries(refund, body)) {
            return refund;
        }
        if (updates(refund) >= MAX_UPDATES) {
            throw ApiException.of(
                    ErrorCode.IR_16,
                    "The refund was updated %s times; it takes no more".formatted(MAX_UPDATES));
        }
        var metadata = body.get(METADATA);
        var message =
                UpdateRefund.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(paymentOf(refund))
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setRefundId(refundId)
                        .setReason(RefundOperations.text(body, REASON))
                        .setMetadata(
                                metadata == null ? null : sealing.seal(place(refund), metadata))
                        .build();
        SettledLookup look =
                () ->
                        operations
                                .recorded(merchantId, refundId)
                                .filter(raw -> carries(RefundRenderer.read(raw), body));
        return run(call, merchantId, paymentOf(refund), message, look)
                .orElseThrow(
                        () ->
                                ApiException.unavailable(
                                        "The change is on its way and has not been made yet;"
                                                + " repeat the request"));
    }

    private static long updates(Fields refund) {
        return refund.sections("journal").stream()
                .filter(entry -> "refund_updated".equals(entry.section("event").text("t")))
                .count();
    }

    /** Whether the refund has the reason and the metadata of the body; what is sealed is opened. */
    private boolean carries(Fields refund, ObjectNode body) {
        var reason = RefundOperations.text(body, REASON);
        return (reason == null || reason.equals(refund.text(REASON)))
                && (!body.has(METADATA) || body.required(METADATA).equals(metadata(refund)));
    }

    private @Nullable JsonNode metadata(Fields refund) {
        var stored = refund.section("details").text(METADATA);
        return stored == null ? null : Json.read(sealing.open(place(refund), stored));
    }

    private static SealedPlace place(Fields refund) {
        return new SealedPlace(refund.requiredText("merchant_id"), paymentOf(refund), METADATA);
    }

    /**
     * The refund after an operator has settled it.
     *
     * @param body a checked SettlementRequest
     */
    Fields settle(Call call, String merchantId, String refundId, ObjectNode body) {
        var paymentId = paymentOf(operations.find(merchantId, refundId));
        var amount = body.get("amount");
        var message =
                SettleRefund.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setRefundId(refundId)
                        .setSucceeded("succeeded".equals(RefundOperations.text(body, "result")))
                        .setAmount(amount == null ? null : amount.longValue())
                        .setOperator(call.caller())
                        .setReason(body.required(REASON).stringValue())
                        .build();
        return run(call, merchantId, paymentId, message, Optional::empty)
                .orElseThrow(() -> ApiException.undecided(paymentId));
    }

    /** What refund-service replies; empty when it does not in time. */
    private Optional<Fields> run(
            Call call,
            String merchantId,
            String paymentId,
            SpecificRecord message,
            SettledLookup look) {
        return operations.run(call, Topic.REFUND_COMMANDS, merchantId, paymentId, message, look);
    }

    private static String paymentOf(Fields refund) {
        return refund.requiredText("payment_id");
    }
}
