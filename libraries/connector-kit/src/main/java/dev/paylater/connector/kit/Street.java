package dev.paylater.connector.kit;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of an address, for providers that want the house number by itself. It is split
 * only where it is certain what the number is: else the whole line is the street.
 */
record Street(@Nullable String name, @Nullable String number) {

    /** {@code 12}, {@code 12 a}, {@code 12-14}, {@code 28 - 30}, {@code 3/4}, {@code 1a-c}. */
    private static final String HOUSE =
            "\\d+(?:\\s?[a-zA-Z]|\\s(?:bis|ter))?"
                    + "(?:\\s?[-\u2013/+&]\\s?(?:\\d+\\s?[a-zA-Z]?|[a-zA-Z]))?";

    private static final Pattern BEHIND =
            Pattern.compile("(?<name>.+?)(?:,\\s*|\\s+)(?<number>" + HOUSE + ")");

    /** As in France or England. A letter behind a blank may be the street's: 10 B Street. */
    private static final Pattern BEFORE =
            Pattern.compile(
                    "(?<number>\\d+[a-zA-Z]?(?:\\s(?:bis|ter))?(?:\\s?[-\u2013/]\\s?\\d+[a-zA-Z]?)?)"
                        + ",?\\s+(?<name>\\p{L}.*)");

    /** Words; a number among them is an ordinal, as in Straße des 17. Juni. */
    private static final Pattern NAME = Pattern.compile("(?=.*\\p{L}{2})(?:\\D|\\d{1,2}\\.)+");

    /** The number behind one of these is no house's. */
    private static final Pattern NO_HOUSE =
            Pattern.compile(
                    "(?iu)(?:.*[\\s,.])?(?:postfach|box|postale|b\\.?p\\.?|cs|postbus|apartado"
                        + "|packstation|postfiliale|apt|apartment|flat|unit|suite|room|floor|top"
                        + "|stiege|stock|etage|whg|wohnung|zimmer|haus|block|building|km|nr|no"
                        + "|n°|route|highway)\\.?");

    static Street of(@Nullable String line) {
        var text = line == null ? "" : line.strip();
        for (var pattern : new Pattern[] {BEHIND, BEFORE}) {
            var parts = pattern.matcher(text);
            if (parts.matches() && isStreet(parts.group("name"))) {
                return new Street(parts.group("name"), parts.group("number"));
            }
        }
        return new Street(line, null);
    }

    private static boolean isStreet(String name) {
        return NAME.matcher(name).matches() && !NO_HOUSE.matcher(name).matches();
    }
}
