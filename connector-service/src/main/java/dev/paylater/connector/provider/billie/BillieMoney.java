package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.MinorUnits;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Billie's money: {@code {"net": 84.03, "gross": 100.00, "tax": 15.97}} in JSON numbers. */
final class BillieMoney {

    private BillieMoney() {}

    static ObjectNode of(long gross, long tax, String currency) {
        return Body.empty()
                .put("net", MinorUnits.decimal(gross - tax, currency))
                .put("gross", MinorUnits.decimal(gross, currency))
                .put("tax", MinorUnits.decimal(tax, currency));
    }

    /** The whole payment. */
    static ObjectNode all(Order order) {
        return of(order.amount(), tax(order, order.amount()), order.currency());
    }

    /** A part of the payment that follows what came before, so that all parts make its tax. */
    static ObjectNode part(Order order, long before) {
        var tax = share(order, before + order.amount()) - share(order, before);
        return of(order.amount(), tax, order.currency());
    }

    /** What the order is lowered to. */
    static ObjectNode upTo(Order order, long gross) {
        return of(gross, share(order, gross), order.currency());
    }

    /** The merchant's taxes on the lines, as far as they can be taxes on this amount. */
    private static long tax(Order order, long gross) {
        var tax = 0L;
        for (var line : order.terms().at("order_details")) {
            tax += Math.max(0, line.path("total_tax_amount").asLong(0));
        }
        return tax < gross ? tax : 0;
    }

    private static long share(Order order, long gross) {
        var all = order.authorizedAmount();
        return all <= 0 || gross <= 0
                ? 0
                : BigInteger.valueOf(tax(order, all))
                        .multiply(BigInteger.valueOf(gross))
                        .divide(BigInteger.valueOf(all))
                        .longValueExact();
    }

    static BigDecimal number(long minor, String currency) {
        return MinorUnits.decimal(minor, currency);
    }

    static long minor(JsonNode number, String currency) {
        if (!number.isNumber()) {
            throw new UnreadableAnswer("an amount is no number");
        }
        return MinorUnits.minor(number.decimalValue(), currency);
    }
}
