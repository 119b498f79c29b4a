package dev.paylater.kit.trace;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Exports traces by OTLP over HTTP, where an address for it is set:
 *
 * <ul>
 *   <li>paylater.traces.endpoint, http://collector:4318/v1/traces for example; without it nothing
 *       is traced
 *   <li>paylater.traces.authorization, the header of that name, where the collector wants one
 * </ul>
 */
@Configuration(proxyBeanMethods = false)
public class TraceConfiguration {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Bean
    Traces traces(
            @Value("${spring.application.name}") String service,
            @Value("${paylater.traces.endpoint:}") String endpoint,
            @Value("${paylater.traces.authorization:}") String authorization) {
        if (endpoint.isBlank()) {
            return Traces.NONE;
        }
        var exporter = OtlpHttpSpanExporter.builder().setEndpoint(endpoint).setTimeout(TIMEOUT);
        if (!authorization.isBlank()) {
            exporter.addHeader("authorization", authorization);
        }
        return new OpenTelemetryTraces(
                service, BatchSpanProcessor.builder(exporter.build()).build());
    }
}
