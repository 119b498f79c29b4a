package dev.paylater.connector.kit;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A line of an order: an item of order_details (2.8), or what the payment adds to them.
 *
 * @param amount minor units of the whole line, below zero for a discount
 * @param tax in the amount and of its sign
 * @param rate of the tax on the net amount in percent, without trailing zeros
 */
public record OrderLine(
        Kind kind,
        String name,
        int quantity,
        long amount,
        long tax,
        BigDecimal rate,
        Product product) {

    /** What a line is for. */
    public enum Kind {
        ITEM,
        SHIPPING,
        /** The tax of the whole order, on top of lines that are without it. */
        ORDER_TAX,
        SURCHARGE,
        /** What makes a merchant's rounded lines add up, perhaps below zero. */
        ADJUSTMENT
    }

    static OrderLine untaxed(Kind kind, String name, long amount) {
        return new OrderLine(kind, name, 1, amount, 0, BigDecimal.ZERO, Product.named(null));
    }

    /** An amount that has no lines, or too many. */
    public static OrderLine whole(String paymentId, long amount) {
        return untaxed(Kind.ITEM, "Order " + paymentId, amount);
    }

    public @Nullable String productId() {
        return product.id();
    }

    /** By their ids, or by their names where one has none. */
    boolean isOfProduct(OrderLine other) {
        var id = productId();
        var hasIds = id != null && other.productId() != null;
        return hasIds ? Objects.equals(id, other.productId()) : name.equals(other.name);
    }

    public long net() {
        return amount - tax;
    }

    /** Of how many pieces at a price: a line that cannot be divided is one piece. */
    public int pieces() {
        return amount % quantity == 0 ? quantity : 1;
    }

    /** The name of {@link #pieces}: a line that cannot be divided says how many it is of. */
    public String title() {
        return pieces() == quantity ? name : bundleName();
    }

    /** The name of all pieces together, where they are sent as one. */
    public String bundleName() {
        return quantity + " x " + name;
    }

    /** This line, as one piece where its price or its tax cannot be divided. */
    public OrderLine divisible() {
        return pieces() == quantity && tax % quantity == 0
                ? this
                : new OrderLine(kind, bundleName(), 1, amount, tax, rate, product);
    }

    /** Minor units of one piece. */
    public long unitAmount() {
        return amount / pieces();
    }

    public boolean isAdjustment() {
        return kind == Kind.ADJUSTMENT;
    }

    public boolean isDiscount() {
        return amount < 0;
    }

    OrderLine negated() {
        return new OrderLine(kind, name, quantity, -amount, -tax, rate, product);
    }

    /** This line with more tax on top of it. */
    OrderLine raised(long more) {
        return new OrderLine(kind, name, quantity, amount + more, tax + more, rate, product);
    }

    OrderLine at(BigDecimal percent) {
        return new OrderLine(kind, name, quantity, amount, tax, percent, product);
    }

    /** The items of an order. */
    public static List<OrderLine> of(JsonNode orderDetails) {
        return of(orderDetails, true);
    }

    /**
     * The items of an order.
     *
     * @param inclusive whether a rate without a tax is one of a tax in the amount
     */
    static List<OrderLine> of(JsonNode orderDetails, boolean inclusive) {
        var lines = new ArrayList<OrderLine>();
        var percents = new ArrayList<@Nullable BigDecimal>();
        for (var item : orderDetails) {
            var name = Fields.textOf(item.path("product_name"));
            var amount = item.path("amount").asLong(0);
            var percent = TaxRates.given(item.path("tax_percentage"));
            lines.add(
                    new OrderLine(
                            kind(item, amount),
                            name == null ? "item" : name,
                            Math.max(1, item.path("quantity").asInt(1)),
                            amount,
                            tax(item, amount, inclusive ? percent : null),
                            BigDecimal.ZERO,
                            Product.of(item)));
            percents.add(percent);
        }
        return TaxRates.found(lines, percents);
    }

    private static Kind kind(JsonNode item, long amount) {
        return amount >= 0 && Product.SHIPPING.equals(Fields.textOf(item.path("category")))
                ? Kind.SHIPPING
                : Kind.ITEM;
    }

    /** Of the amount's sign and smaller: anything else cannot be in it, and there is none. */
    private static long tax(JsonNode item, long amount, @Nullable BigDecimal percent) {
        var given = item.path("total_tax_amount").asLong(item.path("tax_amount").asLong(0));
        if (given == 0 && percent != null) {
            return TaxRates.in(amount, percent);
        }
        var tax = amount < 0 ? -Math.abs(given) : given;
        return Math.abs(tax) < Math.abs(amount) && tax >= 0 == amount >= 0 ? tax : 0;
    }

    /** The items, and one more line, perhaps below zero, when they miss the total. */
    public static List<OrderLine> balanced(JsonNode orderDetails, long total) {
        return balanced(of(orderDetails), total);
    }

    static List<OrderLine> balanced(List<OrderLine> given, long total) {
        var lines = new ArrayList<>(given);
        var missing = total - lines.stream().mapToLong(OrderLine::amount).sum();
        if (missing != 0) {
            lines.add(untaxed(Kind.ADJUSTMENT, "adjustment", missing));
        }
        return lines;
    }
}
