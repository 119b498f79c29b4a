package dev.paylater.kit.log;

import dev.paylater.kit.kafka.MessageContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The agreed keys on every line that this thread logs until it is closed. */
public final class LogKeys implements AutoCloseable {

    private static final int TRACE_ID = 1;

    private final List<MDC.MDCCloseable> keys = new ArrayList<>();

    /** Leaves out a key whose value is null or empty. */
    public LogKeys with(String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            keys.add(MDC.putCloseable(key, value));
        }
        return this;
    }

    /** The request and the trace that a message comes from. */
    public LogKeys with(MessageContext context) {
        return with("request_id", context.requestId()).with("trace_id", traceId(context));
    }

    private static @Nullable String traceId(MessageContext context) {
        if (context.traceparent() == null) {
            return null;
        }
        var parts = context.traceparent().split("-", -1);
        return parts.length > TRACE_ID ? parts[TRACE_ID] : null;
    }

    @Override
    public void close() {
        keys.forEach(MDC.MDCCloseable::close);
    }
}
