package dev.paylater.refund.kafka;

import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.PartState;
import dev.paylater.refund.core.Refund;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests to a connector about a part of a refund. Besides what the merchant said, {@code details}
 * holds what the connector may need to find its way at the provider: reason, capture_id,
 * connector_capture_id, connector_refund_id, amount_before (what earlier parts are of).
 */
final class ConnectorRequests {

    private static final Duration INQUIRY_LIFETIME = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.shared();

    private ConnectorRequests() {}

    static ConnectorRequest refund(Refund refund, Part part, Instant at) {
        return request(refund, part, at, "refund", null, part.inquiry().notAfter());
    }

    static ConnectorRequest inquiry(Refund refund, Part part, Instant at) {
        return request(refund, part, at, "status", "refund", at.plus(INQUIRY_LIFETIME));
    }

    private static ConnectorRequest request(
            Refund refund,
            Part part,
            Instant at,
            String operation,
            @Nullable String inquiredOperation,
            Instant notAfter) {
        var order = refund.order();
        return ConnectorRequest.newBuilder()
                .setMerchantId(order.merchantId())
                .setPaymentId(order.paymentId())
                .setAttemptId(order.attemptId())
                .setIssuedAt(at.toEpochMilli())
                .setFirstRequestedAt(firstRequested(part, at).toEpochMilli())
                .setConnector(order.connector())
                .setMerchantConnectorId(order.merchantConnectorId())
                .setOperation(operation)
                .setOperationId(part.operationId())
                .setInquiredOperation(inquiredOperation)
                .setIdempotencyKey(part.operationId())
                .setSequence(order.sequence())
                .setAmount(part.allocation().amount())
                .setCurrency(order.currency())
                .setAuthorizedAmount(order.authorizedAmount())
                .setCapturedAmount(order.capturedAmount())
                .setCaptureMethod(order.captureMethod())
                .setNotAfter(notAfter.toEpochMilli())
                .setOutcomeTopic(Topic.REFUND_COMMANDS.name())
                .setConnectorTransactionId(order.connectorTransactionId())
                .setConnectorState(refund.connectorState())
                .setOptions(OptionTexts.read(order.options()))
                .setTerms(order.terms())
                .setDetails(details(refund, part))
                .setRefundId(order.refundId())
                .build();
    }

    private static Instant firstRequested(Part part, Instant at) {
        return part.state() instanceof PartState.Open open ? open.inquiry().requestedAt() : at;
    }

    private static Map<String, String> details(Refund refund, Part part) {
        var details = new HashMap<>(refund.details());
        putText(details, "reason", refund.reason());
        putText(details, "capture_id", part.allocation().captureId());
        putText(details, "connector_capture_id", part.allocation().connectorCaptureId());
        putText(details, "connector_refund_id", part.connectorRefundId());
        var before = before(refund, part);
        if (before > 0) {
            details.put("amount_before", String.valueOf(before));
        }
        return details;
    }

    private static long before(Refund refund, Part part) {
        return refund.parts().stream()
                .takeWhile(earlier -> !earlier.operationId().equals(part.operationId()))
                .mapToLong(earlier -> earlier.allocation().amount())
                .sum();
    }

    private static void putText(Map<String, String> details, String name, @Nullable String value) {
        if (value != null) {
            details.put(name, JSON.writeValueAsString(value));
        }
    }
}
