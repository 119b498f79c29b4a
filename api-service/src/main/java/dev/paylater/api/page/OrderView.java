package dev.paylater.api.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a shopper pays for. Amounts are written in the shopper's language.
 *
 * @param reference the merchant's order number; null: none was given
 * @param rows order lines, then shipping, taxes and surcharges, then a difference if there is one
 * @param total all that is charged
 */
public record OrderView(@Nullable String reference, List<Row> rows, String total) {

    /**
     * One row of the order.
     *
     * @param quantity 1 is not shown
     */
    public record Row(String name, long quantity, String amount) {}
}
