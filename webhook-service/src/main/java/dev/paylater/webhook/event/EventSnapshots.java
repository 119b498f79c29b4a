package dev.paylater.webhook.event;

import dev.paylater.provider.UnifiedError;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.schemas.StatusChange;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a record knows of its payment or refund, under the interface's names. */
final class EventSnapshots {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private EventSnapshots() {}

    static String of(PaymentSnapshot payment, StatusChange change) {
        var json = JSON.createObjectNode();
        json.put("status", payment.getStatus());
        json.put("amount", payment.getAmount());
        json.put("net_amount", payment.getNetAmount());
        json.put("amount_capturable", payment.getAmountCapturable());
        json.put("amount_received", payment.getAmountReceived());
        json.put("currency", payment.getCurrency());
        json.put("customer_id", payment.getCustomerId());
        json.put("connector", payment.getConnector());
        json.put("connector_transaction_id", payment.getConnectorTransactionId());
        json.put("cancellation_reason", payment.getCancellationReason());
        json.put("manual_retry_allowed", payment.getManualRetryAllowed());
        json.put("attempt_count", payment.getAttempts().size());
        json.put("updated", time(payment.getUpdated()));
        putError(json, payment.getErrorCode(), payment.getUnifiedCode());
        putCaptures(json, payment);
        putRefunds(json, payment);
        putDisputes(json, payment);
        putResource(json, change);
        return json.toString();
    }

    private static void putCaptures(ObjectNode json, PaymentSnapshot payment) {
        var captures = json.putArray("captures");
        for (var capture : payment.getCaptures()) {
            captures.addObject()
                    .put("capture_id", capture.getCaptureId())
                    .put("status", capture.getStatus())
                    .put("amount", capture.getAmount())
                    .put("capture_sequence", capture.getCaptureSequence())
                    .put("connector_capture_id", capture.getConnectorCaptureId());
        }
    }

    private static void putRefunds(ObjectNode json, PaymentSnapshot payment) {
        var refunds = json.putArray("refunds");
        for (var refund : payment.getRefunds()) {
            refunds.addObject()
                    .put("refund_id", refund.getRefundId())
                    .put("status", refund.getStatus())
                    .put("amount", refund.getAmount());
        }
    }

    /** Nothing where the record does not tell them. */
    private static void putDisputes(ObjectNode json, PaymentSnapshot payment) {
        if (payment.getDisputes() == null) {
            return;
        }
        var disputes = json.putArray("disputes");
        for (var dispute : payment.getDisputes()) {
            disputes.addObject()
                    .put("dispute_id", dispute.getDisputeId())
                    .put("dispute_stage", dispute.getDisputeStage())
                    .put("dispute_status", dispute.getDisputeStatus())
                    .put("amount", dispute.getAmount())
                    .put("currency", dispute.getCurrency())
                    .put("connector_status", dispute.getConnectorStatus())
                    .put("connector_reason_code", dispute.getConnectorReasonCode())
                    .put("challenge_required_by", time(dispute.getChallengeRequiredBy()));
        }
    }

    /** Not a link: its change names its payment, and its id is in the payment as GET answers it. */
    static boolean hasOwnId(StatusChange change) {
        return !change.getResource().equals("payment_link");
    }

    /** A capture's, dispute's or mandate's own status, beside that of the payment. */
    private static void putResource(ObjectNode json, StatusChange change) {
        if (!change.getResource().equals("payment")) {
            if (hasOwnId(change)) {
                json.put(change.getResource() + "_id", change.getId());
            }
            json.put(change.getResource() + "_status", change.getStatus());
        }
    }

    static String of(RefundSnapshot refund) {
        var json = JSON.createObjectNode();
        json.put("status", refund.getStatus());
        json.put("amount", refund.getAmount());
        json.put("currency", refund.getCurrency());
        json.put("reason", refund.getReason());
        json.put("updated_at", time(refund.getUpdatedAt()));
        putError(json, refund.getErrorCode(), refund.getUnifiedCode());
        return json.toString();
    }

    private static void putError(
            ObjectNode json, @Nullable String code, @Nullable String unifiedCode) {
        json.put("error_code", code);
        json.put("unified_code", unifiedCode);
        json.put(
                "unified_message",
                unifiedCode == null ? null : UnifiedError.ofCode(unifiedCode).message());
    }

    private static @Nullable String time(@Nullable Long millis) {
        return millis == null ? null : TIME.format(Instant.ofEpochMilli(millis));
    }
}
