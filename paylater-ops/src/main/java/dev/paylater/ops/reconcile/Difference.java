package dev.paylater.ops.reconcile;

/**
 * Two sources that do not agree about one payment.
 *
 * @param payment merchant and payment, with the refund behind them where it is about one; without
 *     the merchant where the provider's ledger is compared, which knows none
 */
public record Difference(String payment, ReconciliationRule rule, String what) {
    @Override
    public String toString() {
        return payment + ": " + what;
    }
}
