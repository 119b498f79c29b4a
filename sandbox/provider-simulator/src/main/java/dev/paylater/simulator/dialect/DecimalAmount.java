package dev.paylater.simulator.dialect;

import java.math.BigDecimal;
import java.util.Currency;

/** An amount with its currency, as {@code {"amount": 20.00, "currency": "AUD"}}, in minor units. */
public record DecimalAmount(long minor, String currency) {

    /** The one of that name; its amount may be a number or a text. */
    public static DecimalAmount of(StrictFields body, String name) {
        var money = body.object(name);
        var currency = money.requiredText("currency");
        try {
            var amount = new BigDecimal(money.object().path("amount").asString(""));
            var known = Currency.getInstance(currency).getCurrencyCode();
            return new DecimalAmount(money.minor("amount", amount, known), known);
        } catch (IllegalArgumentException e) {
            throw body.wrong(name, "is no amount");
        }
    }

    /** Minor units, which have to be of this currency. */
    public static long of(StrictFields body, String name, String currency) {
        var money = of(body, name);
        if (!money.currency.equals(currency)) {
            throw body.wrong(name, "is in another currency");
        }
        return money.minor;
    }

    /** This one, which has to be more than nothing. */
    public DecimalAmount positive(StrictFields body, String name) {
        if (minor < 1) {
            throw body.wrong(name, "must be positive");
        }
        return this;
    }
}
