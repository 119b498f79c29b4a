package dev.paylater.connector.kit;

import java.util.ArrayList;
import java.util.List;

/**
 * An order's lines at a provider that takes no line below zero: what lowers the price is a
 * discount.
 *
 * @param discount minor units, zero or more
 * @param tax in the items
 */
public record Basket(List<OrderLine> items, long discount, long tax) {

    /** Lines that make the amount. */
    public static Basket of(List<OrderLine> lines) {
        var items = new ArrayList<OrderLine>();
        var discount = 0L;
        var tax = 0L;
        for (var line : lines) {
            if (line.amount() < 0) {
                discount -= line.amount();
            } else {
                items.add(line);
                tax += line.tax();
            }
        }
        return new Basket(List.copyOf(items), discount, tax);
    }
}
