package dev.paylater.api.http;

import dev.paylater.kit.trace.Sampling;
import dev.paylater.kit.trace.TraceParent;
import dev.paylater.kit.trace.TraceSpan;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a request belongs to: its caller's or a new one, with a span of its own. Whether
 * it is exported is decided here and never by the caller, who does not pay for it.
 *
 * @param callersSpan null where the caller has no trace
 */
record RequestTrace(TraceParent own, @Nullable String callersSpan, Instant begun) {

    private static final String HEADER = "traceparent";
    private static final String ATTRIBUTE = RequestTrace.class.getName();
    private static final int SERVER_ERROR = 500;

    /** Once for each request, before it is looked at. */
    static RequestTrace begin(HttpServletRequest request, Sampling sampling) {
        var callers = TraceParent.of(request.getHeader(HEADER));
        var traceId = callers.map(TraceParent::traceId).orElseGet(() -> random() + random());
        var trace =
                new RequestTrace(
                        new TraceParent(traceId, random(), sampling.includes(traceId)),
                        callers.map(TraceParent::spanId).orElse(null),
                        Instant.now());
        request.setAttribute(ATTRIBUTE, trace);
        return trace;
    }

    /** The traceparent of what the request causes. */
    static String parentOf(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof RequestTrace trace
                ? trace.own().toString()
                : begin(request, Sampling.NONE).own().toString();
    }

    /** 16 hexadecimal digits, never all 0. */
    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1);
    }

    /** The request as a span that is over. */
    TraceSpan span(String method, String route, int status, long nanos) {
        return new TraceSpan(
                        own.traceId(),
                        own.spanId(),
                        callersSpan,
                        TraceSpan.Kind.SERVER,
                        method + " " + route,
                        begun,
                        begun.plusNanos(nanos),
                        Map.of(),
                        status >= SERVER_ERROR ? String.valueOf(status) : null)
                .with("http.request.method", method)
                .with("http.route", route)
                .with("http.response.status_code", String.valueOf(status));
    }
}
