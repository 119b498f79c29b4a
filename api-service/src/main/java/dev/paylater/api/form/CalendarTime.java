package dev.paylater.api.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** date-time as the rest of this service reads it: the validator's own also takes leap seconds. */
public final class CalendarTime implements Format {

    /** What a field says of what it cannot read by {@link #readTyped}. */
    public static final String HOW_TO_TYPE =
            "must be a day or a time in UTC, for example 2026-01-31 or 2026-01-31 10:00";

    private static final int LAST_YEAR = 9_999;

    @Override
    public String getName() {
        return "date-time";
    }

    @Override
    public String getMessageKey() {
        return "format.date-time";
    }

    @Override
    public boolean matches(ExecutionContext context, String value) {
        return read(value).isPresent();
    }

    /**
     * A time as somebody types it into a field: without a zone it is UTC, and a day alone is its
     * first moment, or its last millisecond.
     */
    public static Optional<Instant> readTyped(String text, boolean isUntil) {
        var typed = text.strip();
        return Stream.<Supplier<Optional<Instant>>>of(
                        () -> read(withMarks(typed)),
                        () -> read(withMarks(typed) + "Z"),
                        () -> isUntil ? read(typed + "T23:59:59.999Z") : read(typed + "T00:00:00Z"))
                .flatMap(reading -> reading.get().stream())
                .findFirst();
    }

    /**
     * People write a space before the hour, and a plus sign that was not encoded arrives as one.
     */
    private static String withMarks(String typed) {
        return typed.replaceFirst("^([0-9-]{10}) ", "$1T").replace(' ', '+');
    }

    /** A time with its zone, of a year of four digits (RFC 3339). */
    public static Optional<Instant> read(String text) {
        try {
            var time = OffsetDateTime.parse(text);
            return time.getYear() >= 0 && time.getYear() <= LAST_YEAR
                    ? Optional.of(time.toInstant())
                    : Optional.empty();
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
