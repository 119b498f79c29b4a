package dev.paylater.kit.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Spans by OpenTelemetry's SDK. */
final class OpenTelemetryTraces implements Traces, AutoCloseable {

    private static final long CLOSE_SECONDS = 3;

    /** The span that this thread tells. */
    private static final ThreadLocal<@Nullable TraceSpan> TOLD = new ThreadLocal<>();

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /**
     * Spans of one service.
     *
     * @param service its name
     */
    OpenTelemetryTraces(String service, SpanProcessor processor) {
        provider =
                SdkTracerProvider.builder()
                        .setIdGenerator(new GivenIds())
                        .setResource(Resource.builder().put("service.name", service).build())
                        .addSpanProcessor(processor)
                        .build();
        tracer = provider.get("dev.paylater");
    }

    @Override
    public void tell(TraceSpan told) {
        var span =
                tracer.spanBuilder(told.name())
                        .setSpanKind(SpanKind.valueOf(told.kind().name()))
                        .setStartTimestamp(told.from());
        if (told.parentId() == null) {
            span.setNoParent();
        } else {
            span.setParent(
                    Context.root()
                            .with(
                                    Span.wrap(
                                            SpanContext.createFromRemoteParent(
                                                    told.traceId(),
                                                    told.parentId(),
                                                    TraceFlags.getSampled(),
                                                    TraceState.getDefault()))));
        }
        told.attributes()
                .forEach((key, value) -> span.setAttribute(AttributeKey.stringKey(key), value));
        TOLD.set(told);
        try {
            var begun = span.startSpan();
            if (told.failure() != null) {
                begun.setStatus(StatusCode.ERROR, told.failure());
            }
            begun.end(told.until());
        } finally {
            TOLD.remove();
        }
    }

    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    /** The ids of the span that this thread tells. */
    private static final class GivenIds implements IdGenerator {

        @Override
        public String generateSpanId() {
            return Objects.requireNonNull(TOLD.get()).spanId();
        }

        @Override
        public String generateTraceId() {
            return Objects.requireNonNull(TOLD.get()).traceId();
        }
    }
}
