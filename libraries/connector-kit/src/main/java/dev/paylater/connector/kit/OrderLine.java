package dev.paylater.connector.kit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An item of order_details (2.8).
 *
 * @param amount minor units of the whole line
 * @param tax in the amount; one that is not smaller than the amount is none
 */
public record OrderLine(
        String name, int quantity, long amount, long tax, @Nullable String productId) {

    /** The name of the line for the shipping cost of the payment. */
    public static final String SHIPPING = "Shipping";

    /** The name of the line that makes a merchant's rounded lines add up. */
    public static final String ADJUSTMENT = "adjustment";

    /** Of how many pieces at a price: a line that cannot be divided is one piece. */
    public int pieces() {
        return amount % quantity == 0 ? quantity : 1;
    }

    /** This line, as one piece where its price or its tax cannot be divided. */
    public OrderLine divisible() {
        return pieces() == quantity && tax % quantity == 0
                ? this
                : new OrderLine(quantity + " x " + name, 1, amount, tax, productId);
    }

    /** The tax of the net amount, as a fraction with so many digits. */
    public BigDecimal taxRate(int digits) {
        return tax == 0
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(tax)
                        .divide(BigDecimal.valueOf(amount - tax), digits, RoundingMode.HALF_UP);
    }

    /** Minor units of one piece. */
    public long unitAmount() {
        return amount / pieces();
    }

    public boolean isAdjustment() {
        return name.equals(ADJUSTMENT);
    }

    /** The lines of a payment; what is no line is left out. */
    public static List<OrderLine> of(JsonNode orderDetails) {
        var lines = new ArrayList<OrderLine>();
        for (var item : orderDetails) {
            var name = Fields.textOf(item.path("product_name"));
            var amount = item.path("amount").asLong(0);
            var tax = item.path("total_tax_amount").asLong(0);
            lines.add(
                    new OrderLine(
                            name == null ? "item" : name,
                            Math.max(1, item.path("quantity").asInt(1)),
                            amount,
                            tax > 0 && tax < amount ? tax : 0,
                            Fields.textOf(item.path("product_id"))));
        }
        return lines;
    }

    /** The lines of a payment, and one more, perhaps below zero, when they miss the total. */
    public static List<OrderLine> balanced(JsonNode orderDetails, long total) {
        return balanced(of(orderDetails), total);
    }

    static List<OrderLine> balanced(List<OrderLine> given, long total) {
        var lines = new ArrayList<>(given);
        var missing = total - lines.stream().mapToLong(OrderLine::amount).sum();
        if (missing != 0) {
            lines.add(new OrderLine(ADJUSTMENT, 1, missing, 0, null));
        }
        return lines;
    }
}
