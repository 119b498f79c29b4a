package dev.paylater.orchestrator.payment;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a customer has bought of the merchant before, of the latest hundred payments: providers take
 * those who come back for less of a risk.
 *
 * @param since when the first of these payments was made
 * @param firstOrder when the first one was made that was paid; null: none was
 * @param paidOrders how many were paid
 */
public record CustomerHistory(Instant since, @Nullable Instant firstOrder, int paidOrders) {

    /** The field that carries it, and the capability of a connector that sends it on. */
    public static final String NAME = "customer_history";

    /** How many payments are looked at, at most. */
    public static final int MOST = 100;

    /** A customer of a merchant. */
    public record Customer(String merchantId, String customerId) {}

    /** A payment that the customer made. */
    public record Earlier(String paymentId, Instant at, boolean paid) {}

    /**
     * What a customer had bought before one payment.
     *
     * @param payments all that are known, newest first
     * @param paymentId the payment that they are making now
     * @return null: there were none
     */
    public static @Nullable CustomerHistory before(String paymentId, List<Earlier> payments) {
        var earlier =
                payments.stream()
                        .filter(payment -> !payment.paymentId().equals(paymentId))
                        .limit(MOST)
                        .toList();
        if (earlier.isEmpty()) {
            return null;
        }
        var paid = earlier.stream().filter(Earlier::paid).toList();
        return new CustomerHistory(
                earlier.getLast().at(), paid.isEmpty() ? null : paid.getLast().at(), paid.size());
    }

    /** As requests carry it. */
    public String json() {
        var first = firstOrder == null ? "null" : "\"" + firstOrder + "\"";
        return "{\"since\":\"%s\",\"first_order\":%s,\"paid_orders\":%s}"
                .formatted(since, first, paidOrders);
    }
}
