package dev.paylater.launcher.reconcile;

import java.util.Map;
import java.util.Set;

/**
 * What one payment's document says about money. Amounts are minor units.
 *
 * @param id merchant and payment, as {@code _id} has it
 * @param currency ISO 4217
 * @param held what the attempts have authorized and not released
 * @param charged sum of the captures that a provider carried out
 * @param direct sum of the captures that merchant and customer settle between themselves
 * @param refunds the reservations, by refund id
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
        long sequence,
        long held,
        long capturable,
        long received,
        long attemptsCaptured,
        long charged,
        long direct,
        long reservedForRefunds,
        Map<String, RefundRecord> refunds,
        boolean voidRefused,
        boolean waiting,
        boolean inquired,
        boolean due) {
    private static final Set<String> ENDED =
            Set.of("succeeded", "partially_captured", "cancelled", "failed");

    String paymentId() {
        return id.substring(id.indexOf('/') + 1);
    }

    String merchantId() {
        return id.substring(0, id.indexOf('/'));
    }

    boolean inFlight() {
        return waiting || status.equals("processing");
    }

    boolean ended() {
        return ENDED.contains(status);
    }

    long refunded() {
        return refunds.values().stream()
                .filter(RefundRecord::succeeded)
                .mapToLong(RefundRecord::amount)
                .sum();
    }

    boolean hasOpenRefund() {
        return refunds.values().stream().anyMatch(RefundRecord::open);
    }
}
