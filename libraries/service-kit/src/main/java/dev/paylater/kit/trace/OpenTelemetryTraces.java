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

/** Steps as spans of OpenTelemetry's SDK. */
final class OpenTelemetryTraces implements Traces, AutoCloseable {

    private static final long CLOSE_SECONDS = 3;

    /** The step that this thread tells. */
    private static final ThreadLocal<@Nullable Step> TOLD = new ThreadLocal<>();

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
    public void tell(Step step) {
        var span =
                tracer.spanBuilder(step.name())
                        .setSpanKind(SpanKind.valueOf(step.kind().name()))
                        .setStartTimestamp(step.from());
        if (step.parentId() == null) {
            span.setNoParent();
        } else {
            span.setParent(
                    Context.root()
                            .with(
                                    Span.wrap(
                                            SpanContext.createFromRemoteParent(
                                                    step.traceId(),
                                                    step.parentId(),
                                                    TraceFlags.getSampled(),
                                                    TraceState.getDefault()))));
        }
        step.attributes()
                .forEach((key, value) -> span.setAttribute(AttributeKey.stringKey(key), value));
        TOLD.set(step);
        try {
            var begun = span.startSpan();
            if (step.failure() != null) {
                begun.setStatus(StatusCode.ERROR, step.failure());
            }
            begun.end(step.until());
        } finally {
            TOLD.remove();
        }
    }

    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    /** The ids of the step that this thread tells. */
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
