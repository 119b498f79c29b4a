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
        return parts(context, of(context, all).taxedByLine().lines(), before, after, all);
    }

    /**
     * What a capture is of: the lines that the merchant names, else a share of the payment without
     * the lines that earlier captures named.
     */
    public static Basket captured(Context context) {
        if (context.namesLines()) {
            return new Basket(OrderLine.balanced(context.namedLines(), context.amount()));
        }
        var before = context.capturedAmount();
        var taken = new Basket(OrderLine.of(context.details().at("captured_lines")));
        if (before == 0 && context.amount() == context.authorizedAmount()) {
            return of(context).taxedByLine();
        }
        var from = before - taken.amount();
        var left = context.authorizedAmount() - taken.amount();
        if (taken.lines().isEmpty() || from < 0 || from + context.amount() > left) {
            return new Basket(part(context, before));
        }
        var lines = new ArrayList<>(of(context, context.authorizedAmount()).taxedByLine().lines());
        taken.lines().forEach(line -> lines.add(line.negated()));
        return new Basket(parts(context, lines, from, from + context.amount(), left));
    }

    /**
     * What a refund gives back: the lines that the merchant names, else a share of the payment. Of
     * one that is split over captures, each part is a share of its lines.
     */
    public static Basket refunded(Context context) {
        var named = new Basket(context.namedLines());
        var before = context.details().at("amount_before").asLong(0);
        var after = before + context.amount();
        if (named.lines().isEmpty() || after > named.amount()) {
            return new Basket(part(context, 0));
        }
        return context.amount() == named.amount()
                ? named
                : new Basket(parts(context, named.lines(), before, after, named.amount()));
    }

    /** The line of the same product, else of the same name, from 1; 0 where there is none. */
    public int positionOf(OrderLine sought) {
        for (var at = 0; at < lines.size(); at++) {
            if (lines.get(at).isOfProduct(sought)) {
                return at + 1;
            }
        }
        return 0;
    }

    private static List<OrderLine> parts(
            Context context, List<OrderLine> lines, long before, long after, long all) {
        var groups = new LinkedHashMap<BigDecimal, OrderLine>();
        for (var line : lines) {
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
        var parts = new ArrayList<OrderLine>();
        var sum = 0L;
        for (var group : groups.values()) {
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
