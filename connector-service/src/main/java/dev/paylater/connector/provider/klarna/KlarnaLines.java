package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.OrderLine;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** order_lines: each is its quantity times its price, and together they are the order. */
final class KlarnaLines {

    private static final int MOST = 1000;
    private static final int LONGEST_TEXT = 255;

    private KlarnaLines() {}

    static ArrayNode of(Order order, long total) {
        var lines = OrderLine.balanced(order.terms().at("order_details"), total);
        var json = JsonNodeFactory.instance.arrayNode();
        if (lines.size() > MOST || isOnlyAdjustment(lines)) {
            add(json, new OrderLine("Order " + order.paymentId(), 1, total, null));
        } else {
            lines.forEach(line -> add(json, line));
        }
        return json;
    }

    private static boolean isOnlyAdjustment(List<OrderLine> lines) {
        return lines.size() == 1 && lines.getFirst().name().equals(OrderLine.ADJUSTMENT);
    }

    /** A price that is not a whole number of minor units is given for all pieces together. */
    private static void add(ArrayNode lines, OrderLine line) {
        var pieces = line.amount() % line.quantity() == 0;
        var quantity = pieces ? line.quantity() : 1;
        var name = pieces ? line.name() : line.quantity() + " x " + line.name();
        var json = lines.addObject();
        json.put("type", type(line));
        json.put("name", name.substring(0, Math.min(name.length(), LONGEST_TEXT)));
        json.put("quantity", quantity);
        json.put("unit_price", line.amount() / quantity);
        json.put("total_amount", line.amount());
        if (line.productId() != null) {
            json.put("reference", line.productId());
        }
    }

    private static String type(OrderLine line) {
        if (line.amount() < 0) {
            return "discount";
        }
        return line.name().equals(OrderLine.ADJUSTMENT) ? "surcharge" : "physical";
    }
}
