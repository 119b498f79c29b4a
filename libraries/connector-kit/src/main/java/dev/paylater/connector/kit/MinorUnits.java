package dev.paylater.connector.kit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The one place where minor units become the decimals that some providers write, and back, by the
 * currency's ISO 4217 exponent (JPY 0, EUR 2, KWD 3).
 */
public final class MinorUnits {

    private MinorUnits() {}

    /** 1234 minor units of EUR are 12.34; the scale is the currency's exponent. */
    public static BigDecimal decimal(long minor, String currency) {
        return BigDecimal.valueOf(minor, exponent(currency));
    }

    /** {@code {"amount": "12.34", "currency": "EUR"}}. */
    public static Body money(long minor, String currency) {
        return Body.of()
                .put("amount", decimal(minor, currency).toPlainString())
                .put("currency", currency);
    }

    /**
     * 12.34 EUR are 1234 minor units.
     *
     * @throws UnreadableAnswer when the decimal has more digits than the currency
     */
    public static long minor(BigDecimal decimal, String currency) {
        try {
            return decimal.setScale(exponent(currency), RoundingMode.UNNECESSARY)
                    .unscaledValue()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new UnreadableAnswer("not an amount of " + currency);
        }
    }

    /** A decimal that is written as a JSON number. */
    public static long ofNumber(JsonNode number, String currency) {
        if (!number.isNumber()) {
            throw new UnreadableAnswer("an amount is no number");
        }
        return minor(number.decimalValue(), currency);
    }

    /** A decimal that is written as a JSON string. */
    public static long ofText(JsonNode text, String currency) {
        try {
            return minor(new BigDecimal(text.asString("")), currency);
        } catch (NumberFormatException e) {
            throw new UnreadableAnswer("an amount is no number");
        }
    }

    /**
     * An amount with its currency, {@code {"amount": 12.34, "currency": "EUR"}}, as a number or a
     * text.
     *
     * @throws UnreadableAnswer when it is not in the payment's currency
     */
    public static long ofMoney(JsonNode money, @Nullable Context context) {
        var currency = Json.required(money, "/currency");
        if (context != null && !currency.equals(context.currency())) {
            throw new UnreadableAnswer("an amount is not in " + context.currency());
        }
        return ofText(money.path("amount"), currency);
    }

    private static int exponent(String currency) {
        return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    }
}
