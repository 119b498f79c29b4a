package dev.paylater.connector.kit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the customer has bought of the merchant before, as orchestrator-service has found it.
 *
 * @param since when they first came
 * @param firstOrder when their first order was made that was paid; null: none was
 * @param paidOrders how many were paid, of the latest hundred
 */
public record CustomerHistory(Instant since, @Nullable Instant firstOrder, int paidOrders) {

    private static final String NAME = "customer_history";

    /** Null where nothing is known of the customer. */
    public static @Nullable CustomerHistory of(Context context) {
        var history = context.terms().at(NAME);
        var since = Json.time(history, "/since");
        return since == null
                ? null
                : new CustomerHistory(
                        since,
                        Json.time(history, "/first_order"),
                        history.path("paid_orders").asInt(0));
    }
}
