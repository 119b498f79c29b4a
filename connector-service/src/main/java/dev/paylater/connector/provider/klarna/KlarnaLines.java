package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.OrderLine;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * order_lines, which must add up to the order, each line being its quantity times its price. What
 * merchants' lines lack, or have too much, is one line named {@code adjustment}.
 */
final class KlarnaLines {

    private static final int MOST = 1000;
    private static final int LONGEST_NAME = 255;

    private KlarnaLines() {}

    static ArrayNode of(Order order, long total) {
        var lines = JsonNodeFactory.instance.arrayNode();
        var sum = 0L;
        for (var line : OrderLine.of(order.terms().at("order_details"))) {
            // Two more may follow.
            if (lines.size() < MOST - 2) {
                add(lines, line);
                sum += line.amount();
            }
        }
        var shipping = order.options().getShippingCost();
        if (shipping != null && shipping > 0 && sum + shipping <= total) {
            add(lines, "shipping", 1, shipping, "shipping_fee", null);
            sum += shipping;
        }
        var rest = total - sum;
        if (rest != 0) {
            var name = lines.isEmpty() ? "order " + order.paymentId() : "adjustment";
            add(lines, name, 1, rest, rest < 0 ? "discount" : "surcharge", null);
        }
        return lines;
    }

    private static void add(ArrayNode lines, OrderLine line) {
        var type = line.amount() < 0 ? "discount" : "physical";
        if (line.amount() % line.quantity() == 0) {
            add(lines, line.name(), line.quantity(), line.amount(), type, line.productId());
        } else {
            var name = line.quantity() + " x " + line.name();
            add(lines, name, 1, line.amount(), type, line.productId());
        }
    }

    private static void add(
            ArrayNode lines,
            String name,
            int quantity,
            long amount,
            String type,
            @Nullable String reference) {
        var line = lines.addObject();
        line.put("type", type);
        line.put("name", name.substring(0, Math.min(name.length(), LONGEST_NAME)));
        line.put("quantity", quantity);
        line.put("unit_price", amount / quantity);
        line.put("total_amount", amount);
        if (reference != null) {
            line.put("reference", reference);
        }
    }
}
