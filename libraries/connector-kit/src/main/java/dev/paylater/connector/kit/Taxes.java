package dev.paylater.connector.kit;

import java.math.BigInteger;

/** The merchant's taxes on the lines, for providers that want them of every part of a payment. */
public final class Taxes {

    private Taxes() {}

    /** The tax in this amount, as far as the lines' taxes can be taxes on it. */
    public static long of(Context context, long gross) {
        var tax = 0L;
        for (var line : context.terms().at("order_details")) {
            tax += Math.max(0, line.path("total_tax_amount").asLong(0));
        }
        return tax < gross ? tax : 0;
    }

    /** The tax in an amount that follows what came before, so that all parts make the whole tax. */
    public static long ofPart(Context context, long before, long amount) {
        return share(context, before + amount) - share(context, before);
    }

    private static long share(Context context, long gross) {
        var all = context.authorizedAmount();
        return all <= 0 || gross <= 0
                ? 0
                : BigInteger.valueOf(of(context, all))
                        .multiply(BigInteger.valueOf(gross))
                        .divide(BigInteger.valueOf(all))
                        .longValueExact();
    }
}
