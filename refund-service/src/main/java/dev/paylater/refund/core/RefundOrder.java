package dev.paylater.refund.core;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the orchestrator reserved and wants to have refunded, with all that a connector may need for
 * it. Most of it is only carried.
 *
 * @param sequence number of the refund within the payment, from 1
 * @param amount minor units, reserved
 * @param details metadata, split_refunds ...: interface name to JSON text
 * @param connectorState what the connector wants to remember between calls
 * @param options the payment's options, name to JSON text
 * @param terms the payment's carried fields, interface name to JSON text
 * @param captures the payment's captures, oldest first
 */
public record RefundOrder(
        String merchantId,
        String paymentId,
        String refundId,
        int sequence,
        long amount,
        String currency,
        @Nullable String reason,
        Map<String, String> details,
        String profileId,
        String attemptId,
        String connector,
        String merchantConnectorId,
        String connectorTransactionId,
        Map<String, String> connectorState,
        long authorizedAmount,
        String captureMethod,
        Map<String, String> options,
        Map<String, String> terms,
        List<RefundableCapture> captures) {

    /** The key of the refund among all refunds of all merchants. */
    public String key() {
        return merchantId + "/" + refundId;
    }

    /** Whether the merchant has named the lines that it gives back. */
    public boolean isByLine() {
        return details.containsKey("order_details");
    }

    public long capturedAmount() {
        return captures.stream().mapToLong(RefundableCapture::amount).sum();
    }

    /** Whether both are the same reservation of the same payment. */
    boolean isSameReservationAs(RefundOrder other) {
        return paymentId.equals(other.paymentId)
                && sequence == other.sequence
                && amount == other.amount;
    }
}
