package dev.paylater.connector.kit;

import dev.paylater.connector.kit.OrderLine.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What an order is made of. The lines make its amount, and net, tax and discounts are sums of them,
 * so that they balance whichever of them a provider wants.
 */
public record Basket(List<OrderLine> lines) {

    /** What a payment of this amount buys. */
    public static Basket of(Context context, long total) {
        return new Basket(context.lines(total));
    }

    /** What the payment's amount buys. */
    public static Basket of(Context context) {
        return of(context, context.amount());
    }

    /** Lines of goods and fees that are not below zero; shipping and the order's tax are apart. */
    public List<OrderLine> items() {
        return lines.stream()
                .filter(line -> !line.isDiscount())
                .filter(line -> line.kind() != Kind.SHIPPING && line.kind() != Kind.ORDER_TAX)
                .toList();
    }

    /** Lines below zero. */
    public List<OrderLine> discounts() {
        return lines.stream().filter(OrderLine::isDiscount).toList();
    }

    /** In minor units, zero or more, with the tax that it saves. */
    public long discount() {
        return -discounts().stream().mapToLong(OrderLine::amount).sum();
    }

    /** In minor units, zero or more, without the tax that it saves. */
    public long netDiscount() {
        return -discounts().stream().mapToLong(OrderLine::net).sum();
    }

    /** With its tax. */
    public long shipping() {
        return of(Kind.SHIPPING);
    }

    /** Without its tax. */
    public long netShipping() {
        return net(Kind.SHIPPING);
    }

    /** The merchant's fee without its tax. */
    public long netSurcharge() {
        return net(Kind.SURCHARGE);
    }

    /** The tax that is on top of the lines. */
    public long orderTax() {
        return of(Kind.ORDER_TAX);
    }

    private long net(Kind kind) {
        return lines.stream().filter(line -> line.kind() == kind).mapToLong(OrderLine::net).sum();
    }

    private long of(Kind kind) {
        return lines.stream()
                .filter(line -> line.kind() == kind)
                .mapToLong(OrderLine::amount)
                .sum();
    }

    /** All taxes: in the lines, less what discounts save, and the order's. */
    public long tax() {
        return lines.stream().mapToLong(OrderLine::tax).sum() + orderTax();
    }

    public long amount() {
        return lines.stream().mapToLong(OrderLine::amount).sum();
    }

    /** This with all taxes on top of the lines, as the United States have it. */
    public Basket taxedByOrder() {
        var tax = tax();
        if (tax <= orderTax()) {
            return this;
        }
        var taxed = new ArrayList<OrderLine>();
        for (var line : lines) {
            if (line.kind() != Kind.ORDER_TAX) {
                taxed.add(line.raised(-line.tax()).at(BigDecimal.ZERO));
            }
        }
        taxed.add(OrderLine.untaxed(Kind.ORDER_TAX, "Tax", tax));
        return new Basket(taxed);
    }

    /** This with the order's tax in the items that it is on, for providers that want it there. */
    public Basket taxedByLine() {
        var tax = orderTax();
        var taxable = lines.stream().filter(Basket::isTaxable).mapToLong(OrderLine::amount).sum();
        if (tax == 0) {
            return this;
        }
        var taxed = new ArrayList<OrderLine>();
        var before = 0L;
        for (var line : lines) {
            if (isTaxable(line)) {
                var after = before + line.amount();
                var raised = line.raised(share(tax, after, taxable) - share(tax, before, taxable));
                taxed.add(raised.at(TaxRates.alone(raised)));
                before = after;
            } else if (line.kind() != Kind.ORDER_TAX) {
                taxed.add(line);
            } else if (taxable == 0) {
                taxed.add(OrderLine.untaxed(Kind.ITEM, line.name(), line.amount()));
            }
        }
        return new Basket(taxed);
    }

    private static boolean isTaxable(OrderLine line) {
        return line.kind() == Kind.ITEM && !line.isDiscount();
    }

    /**
     * A part of a payment that follows what came before: a line for each rate, so that all parts
     * make the whole and its taxes.
     *
     * @param before minor units of earlier parts
     */
    public static List<OrderLine> part(Context context, long before) {
        var all = context.authorizedAmount();
        var after = before + context.amount();
        if (all <= 0 || after > all) {
            return List.of(OrderLine.whole(context.paymentId(), context.amount()));
        }
        var groups = new LinkedHashMap<BigDecimal, OrderLine>();
        for (var line : of(context, all).taxedByLine().lines()) {
            groups.merge(
                    line.rate(),
                    line,
                    (one, other) ->
                            new OrderLine(
                                    Kind.ITEM,
                                    one.name(),
                                    1,
                                    one.amount() + other.amount(),
                                    one.tax() + other.tax(),
                                    one.rate(),
                                    Product.named(null)));
        }
        return parts(context, List.copyOf(groups.values()), before, after, all);
    }

    private static List<OrderLine> parts(
            Context context, List<OrderLine> groups, long before, long after, long all) {
        var parts = new ArrayList<OrderLine>();
        var sum = 0L;
        for (var group : groups) {
            var upTo = sum + group.amount();
            var done = share(upTo, before, all) - share(sum, before, all);
            var then = share(upTo, after, all) - share(sum, after, all);
            var tax =
                    share(group.tax(), then, group.amount())
                            - share(group.tax(), done, group.amount());
            if (then != done) {
                parts.add(
                        new OrderLine(
                                Kind.ITEM,
                                "Order " + context.paymentId(),
                                1,
                                then - done,
                                tax,
                                group.rate(),
                                Product.named(null)));
            }
            sum = upTo;
        }
        return parts;
    }

    /** This much of the amount, rounded down, as the part is of the whole. */
    private static long share(long amount, long part, long whole) {
        return whole == 0
                ? 0
                : BigInteger.valueOf(amount)
                        .multiply(BigInteger.valueOf(part))
                        .divide(BigInteger.valueOf(whole))
                        .longValueExact();
    }
}
