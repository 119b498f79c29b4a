package dev.paylater.api.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** date-time as the rest of this service reads it: the validator's own also takes leap seconds. */
final class CalendarTime implements Format {

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
        try {
            var _ = OffsetDateTime.parse(value);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }
}
