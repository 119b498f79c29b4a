package dev.paylater.connector.kit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The rates behind taxes that were rounded to minor units: the merchant's where it explains the
 * tax, else one that explains another line's, else the roundest that explains it. A rate for each
 * line by itself would be one that no country has.
 */
final class TaxRates {

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final int MAX_DIGITS = 4;

    private final List<BigDecimal> known = new ArrayList<>();

    private TaxRates() {}

    /** A merchant's tax_percentage, or null where it is none. */
    static @Nullable BigDecimal given(JsonNode percent) {
        if (!percent.isNumber()) {
            return null;
        }
        var value = percent.decimalValue();
        return value.signum() < 0 || value.compareTo(HUNDRED) > 0 ? null : plain(value);
    }

    /** The tax of this rate in an amount. */
    static long in(long amount, BigDecimal percent) {
        return BigDecimal.valueOf(amount)
                .multiply(percent)
                .divide(HUNDRED.add(percent), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** The lines with their rates; the largest lines, whose rates are surest, come first. */
    static List<OrderLine> found(List<OrderLine> lines, List<@Nullable BigDecimal> percents) {
        var rates = new TaxRates();
        var found = new ArrayList<>(lines);
        for (var at = 0; at < found.size(); at++) {
            var percent = percents.get(at);
            if (percent != null && explains(percent, found.get(at), BigDecimal.ONE)) {
                found.set(at, found.get(at).at(percent));
                rates.known.add(percent);
            }
        }
        IntStream.range(0, found.size())
                .boxed()
                .filter(at -> found.get(at).tax() != 0 && found.get(at).rate().signum() == 0)
                .sorted(Comparator.comparingLong(at -> -Math.abs(found.get(at).amount())))
                .forEach(at -> found.set(at, found.get(at).at(rates.of(found.get(at)))));
        return found;
    }

    /** The rate of a line by itself. */
    static BigDecimal alone(OrderLine line) {
        return line.tax() == 0 || line.net() == 0 ? BigDecimal.ZERO : new TaxRates().of(line);
    }

    private BigDecimal of(OrderLine line) {
        var exact = exact(line);
        var rate =
                known.stream()
                        .filter(percent -> explains(percent, line, BigDecimal.ONE))
                        .min(Comparator.comparing(percent -> percent.subtract(exact).abs()))
                        .orElseGet(() -> roundest(exact, line));
        known.add(rate);
        return rate;
    }

    private static BigDecimal roundest(BigDecimal exact, OrderLine line) {
        return IntStream.range(0, MAX_DIGITS)
                .mapToObj(digits -> plain(exact.setScale(digits, RoundingMode.HALF_UP)))
                .filter(percent -> percent.signum() > 0 && explains(percent, line, HALF))
                .findFirst()
                .orElse(exact);
    }

    private static BigDecimal exact(OrderLine line) {
        return plain(
                BigDecimal.valueOf(line.tax())
                        .multiply(HUNDRED)
                        .divide(BigDecimal.valueOf(line.net()), MAX_DIGITS, RoundingMode.HALF_UP));
    }

    /** Whether the tax is that of the rate, but for so many minor units. */
    private static boolean explains(BigDecimal percent, OrderLine line, BigDecimal most) {
        var whole = HUNDRED.add(percent);
        var off =
                BigDecimal.valueOf(line.amount())
                        .multiply(percent)
                        .subtract(BigDecimal.valueOf(line.tax()).multiply(whole))
                        .abs();
        return off.compareTo(most.multiply(whole)) <= 0;
    }

    /** Without trailing zeros and without an exponent. */
    private static BigDecimal plain(BigDecimal value) {
        var stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
