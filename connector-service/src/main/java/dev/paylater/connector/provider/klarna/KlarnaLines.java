package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Body;
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
        var lines = order.lines(total);
        var json = JsonNodeFactory.instance.arrayNode();
        if (lines.size() > MOST || isOnlyAdjustment(lines)) {
            add(json, new OrderLine("Order " + order.paymentId(), 1, total, 0, null));
        } else {
            lines.forEach(line -> add(json, line));
        }
        return json;
    }

    private static boolean isOnlyAdjustment(List<OrderLine> lines) {
        return lines.size() == 1 && lines.getFirst().isAdjustment();
    }

    /** A price that is not a whole number of minor units is given for all pieces together. */
    private static void add(ArrayNode lines, OrderLine line) {
        var whole = line.pieces() == line.quantity();
        var name = whole ? line.name() : line.quantity() + " x " + line.name();
        var json = lines.addObject();
        json.put("type", type(line));
        json.put("name", name.substring(0, Math.min(name.length(), LONGEST_TEXT)));
        json.put("quantity", line.pieces());
        json.put("unit_price", line.unitAmount());
        json.put("total_amount", line.amount());
        Body.put(json, "reference", line.productId());
    }

    private static String type(OrderLine line) {
        if (line.amount() < 0) {
            return "discount";
        }
        return line.isAdjustment() ? "surcharge" : "physical";
    }
}
