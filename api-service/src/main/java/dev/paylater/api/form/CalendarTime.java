package dev.paylater.api.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** date-time as the rest of this service reads it: the validator's own also takes leap seconds. */
public final class CalendarTime implements Format {

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
