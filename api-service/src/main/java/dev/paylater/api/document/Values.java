package dev.paylater.api.document;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes single values of answers, null when they are unset. */
public final class Values {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Values() {}

    public static void text(@Nullable String value, JsonGenerator json) {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value);
        }
    }

    public static void number(@Nullable Long value, JsonGenerator json) {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(value);
        }
    }

    public static void flag(@Nullable Boolean value, JsonGenerator json) {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeBoolean(value);
        }
    }

    public static void time(@Nullable Instant value, JsonGenerator json) {
        text(value == null ? null : timeText(value), json);
    }

    /** ISO 8601 in UTC with milliseconds. */
    public static String timeText(Instant value) {
        return TIME.format(value);
    }

    /** JSON text that was stored as it came. */
    public static void raw(@Nullable String text, JsonGenerator json) {
        if (text == null) {
            json.writeNull();
        } else {
            json.writeRawValue(text);
        }
    }
}
