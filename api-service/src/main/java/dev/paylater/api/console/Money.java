package dev.paylater.api.console;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.UnreadableAnswer;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Amounts as the console writes and reads them: {@code 65.40 EUR}. */
public final class Money {

    private Money() {}

    /**
     * With its currency.
     *
     * @param minor null: a dash
     */
    public static String text(@Nullable Long minor, String currency) {
        return minor == null ? "–" : plain(minor, currency) + " " + currency;
    }

    /** Without its currency, as a field is filled with it. */
    public static String plain(long minor, String currency) {
        return MinorUnits.decimal(minor, currency).toPlainString();
    }

    /**
     * What somebody has typed.
     *
     * @throws ApiException when it is no amount of the currency above zero
     */
    public static long read(String text, String currency) {
        try {
            var minor = MinorUnits.minor(new BigDecimal(text.replace(',', '.')), currency);
            if (minor > 0) {
                return minor;
            }
        } catch (NumberFormatException | UnreadableAnswer _) {
            // The answer is that of zero.
        }
        throw ApiException.of(
                Problem.malformed("amount", "must be an amount such as " + plain(6540, currency)));
    }
}
