package dev.paylater.connector.provider;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An item of order_details (2.8).
 *
 * @param amount minor units of the whole line
 */
public record OrderLine(String name, int quantity, long amount, @Nullable String productId) {

    /** The lines of a payment; what is no line is left out. */
    public static List<OrderLine> of(JsonNode orderDetails) {
        var lines = new ArrayList<OrderLine>();
        for (var item : orderDetails) {
            var name = Fields.textOf(item.path("product_name"));
            lines.add(
                    new OrderLine(
                            name == null ? "item" : name,
                            Math.max(1, item.path("quantity").asInt(1)),
                            item.path("amount").asLong(0),
                            Fields.textOf(item.path("product_id"))));
        }
        return lines;
    }
}
