package dev.paylater.kit.trace;

import dev.paylater.kit.kafka.MessageContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A span of a trace, which is over.
 *
 * @param spanId 16 hexadecimal digits
 * @param parentId the span that this one belongs to; null for the first one of a trace
 * @param name few different ones: a route, a kind of command, an operation of a connector
 * @param attributes without names, addresses and secrets
 * @param failure why it failed, in a word; null when it did not
 */
public record TraceSpan(
        String traceId,
        String spanId,
        @Nullable String parentId,
        Kind kind,
        String name,
        Instant from,
        Instant until,
        Map<String, String> attributes,
        @Nullable String failure) {

    /** As OpenTelemetry divides spans. */
    public enum Kind {
        /** Answers a request. */
        SERVER,
        /** Waits for an answer to a request. */
        CLIENT,
        /** Handles a message. */
        CONSUMER
    }

    public TraceSpan {
        attributes = Map.copyOf(attributes);
    }

    /**
     * The handling of a message.
     *
     * @param context of the message
     */
    public static TraceSpan handling(
            TraceParent trace,
            MessageContext context,
            String messageId,
            String name,
            Instant from,
            Instant until) {
        return new TraceSpan(
                trace.traceId(),
                SpanIds.of(messageId),
                parent(trace, context.causationId()),
                Kind.CONSUMER,
                name,
                from,
                until,
                Map.of(),
                null);
    }

    /**
     * The traceparent of what a message is answered by, much later and from the store: its span is
     * that of the message's cause. Null where the trace is not exported.
     */
    public static @Nullable String traceOfCause(MessageContext context) {
        return TraceParent.isSampled(context.traceparent())
                ? TraceParent.of(context.traceparent())
                        .map(
                                trace ->
                                        new TraceParent(
                                                        trace.traceId(),
                                                        parent(trace, context.causationId()),
                                                        true)
                                                .toString())
                        .orElse(null)
                : null;
    }

    /** The span of a message's cause: of the message that caused it, or of the HTTP request. */
    public static String parent(TraceParent trace, @Nullable String causationId) {
        return causationId == null ? trace.spanId() : SpanIds.of(causationId);
    }

    /** This span with one attribute more, or as it is where there is no value. */
    public TraceSpan with(String attribute, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            return this;
        }
        var more = new LinkedHashMap<>(attributes);
        more.put(attribute, value);
        return new TraceSpan(traceId, spanId, parentId, kind, name, from, until, more, failure);
    }
}
