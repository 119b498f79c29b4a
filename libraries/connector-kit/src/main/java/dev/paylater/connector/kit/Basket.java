package dev.paylater.connector.kit;

import java.util.List;

/**
 * An order's lines at a provider that takes no line below zero: what lowers the price is a
 * discount.
 *
 * @param discounts lines below zero
 */
public record Basket(List<OrderLine> items, List<OrderLine> discounts) {

    /** Lines that make the amount. */
    public static Basket of(List<OrderLine> lines) {
        return new Basket(
                lines.stream().filter(line -> line.amount() >= 0).toList(),
                lines.stream().filter(line -> line.amount() < 0).toList());
    }

    /** In minor units, zero or more. */
    public long discount() {
        return -discounts.stream().mapToLong(OrderLine::amount).sum();
    }

    /** In the items. */
    public long tax() {
        return items.stream().mapToLong(OrderLine::tax).sum();
    }
}
