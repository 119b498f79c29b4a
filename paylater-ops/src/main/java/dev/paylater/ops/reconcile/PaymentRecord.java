package dev.paylater.ops.reconcile;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one payment's document says about money. Amounts are minor units.
 *
 * @param id merchant and payment, as {@code _id} has it
 * @param currency ISO 4217
 * @param account merchant_connector_id of the latest attempt; empty before the first
 * @param createdMillis in milliseconds since 1970
 * @param updatedMillis in milliseconds since 1970
 * @param charged sum of the captures that were carried out
 * @param amountRefunded what is refunded or being refunded
 * @param refunds the reservations, by refund id
 * @param lastRefundMillis when the latest refund that has not failed was asked for here, in
 *     milliseconds since 1970; 0 without one
 * @param voidRefused whether a provider refused to let go of what it holds
 * @param waiting whether something is under way at a provider
 * @param inquired whether a provider is asked how an authorization stands that nothing is under way
 *     for
 * @param due whether a time is set at which it will be looked at again
 */
record PaymentRecord(
        String id,
        String status,
        String currency,
        String account,
        long createdMillis,
        long updatedMillis,
        long sequence,
        long received,
        long charged,
        long amountRefunded,
        List<AttemptRecord> attempts,
        Map<String, RefundRecord> refunds,
        long lastRefundMillis,
        List<DisputeRecord> disputes,
        boolean voidRefused,
        boolean waiting,
        boolean inquired,
        boolean due) {
    private static final Set<String> ENDED =
            Set.of("succeeded", "partially_captured", "cancelled", "failed");

    String paymentId() {
        return id.substring(id.indexOf('/') + 1);
    }

    boolean inFlight() {
        return waiting || status.equals("processing");
    }

    boolean ended() {
        return ENDED.contains(status);
    }

    long reservedForRefunds() {
        return refunds.values().stream()
                .filter(refund -> refund.succeeded() || refund.open())
                .mapToLong(RefundRecord::amount)
                .sum();
    }
}
