package dev.paylater.connector.provider;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

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

    private static int exponent(String currency) {
        return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    }
}
