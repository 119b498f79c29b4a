package dev.paylater.simulator.dialect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/** Minor units and the decimals that some providers write instead. */
public final class Decimals {

    private Decimals() {}

    public static BigDecimal of(long minor, String currency) {
        return BigDecimal.valueOf(minor, exponent(currency));
    }

    /** Null when the decimal has more digits than the currency, or than there are. */
    public static @Nullable Long minor(BigDecimal decimal, String currency) {
        try {
            return decimal.setScale(exponent(currency), RoundingMode.UNNECESSARY)
                    .unscaledValue()
                    .longValueExact();
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static int exponent(String currency) {
        return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    }
}
