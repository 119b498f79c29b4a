package dev.paylater.api.page;

import org.jspecify.annotations.Nullable;

/**
 * What became of a payment.
 *
 * @param outcome which of the pages
 * @param order null where nobody has proved that the order is theirs
 * @param back to the shop; null: there is no way
 * @param step what the shopper has to do still; null: nothing
 */
public record OutcomeView(
        ShopperOutcome outcome,
        @Nullable OrderView order,
        @Nullable String back,
        @Nullable Step step) {

    /**
     * A form that leads on.
     *
     * @param address where it leads; null: to the page's own
     * @param challenge the challenge request of the shopper's bank; null: none
     * @param isAutomatic whether it is sent by itself where scripts run
     */
    public record Step(@Nullable String address, @Nullable String challenge, boolean isAutomatic) {}
}
