package dev.paylater.kit.trace;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header traceparent of W3C Trace Context, version 00: it stands at every message that a
 * request has led to.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits: the span of the HTTP request
 * @param isSampled whether spans of this trace are exported
 */
public record TraceParent(String traceId, String spanId, boolean isSampled) {

    private static final Pattern FORM =
            Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);
    private static final int TRACE_ID = 1;
    private static final int SPAN_ID = 2;
    private static final int FLAGS = 3;
    private static final int HEXADECIMAL = 16;

    /** Empty for what is no traceparent, or names no trace. */
    public static Optional<TraceParent> of(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        var matched = FORM.matcher(header);
        return matched.matches()
                        && !matched.group(TRACE_ID).equals(NO_TRACE)
                        && !matched.group(SPAN_ID).equals(NO_SPAN)
                ? Optional.of(
                        new TraceParent(
                                matched.group(TRACE_ID),
                                matched.group(SPAN_ID),
                                (Integer.parseInt(matched.group(FLAGS), HEXADECIMAL) & 1) == 1))
                : Optional.empty();
    }

    /** Whether the trace of this header is exported; asked of every message, so without parsing. */
    public static boolean isSampled(@Nullable String header) {
        return header != null && header.endsWith("-01");
    }

    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + (isSampled ? "-01" : "-00");
    }
}
