package dev.paylater.e2e.trace;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/** Takes what is exported by OTLP over HTTP, as a collector does, and webhooks beside it. */
final class OtlpReceiver implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Exported> spans = new ConcurrentHashMap<>();

    OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    try (exchange;
                            var body =
                                    "gzip"
                                                    .equals(
                                                            exchange.getRequestHeaders()
                                                                    .getFirst("content-encoding"))
                                            ? new GZIPInputStream(exchange.getRequestBody())
                                            : exchange.getRequestBody()) {
                        take(ExportTraceServiceRequest.parseFrom(body));
                        exchange.getResponseHeaders().add("content-type", "application/x-protobuf");
                        exchange.sendResponseHeaders(200, -1);
                    }
                });
        server.createContext(
                "/hook",
                exchange -> {
                    try (exchange) {
                        exchange.getRequestBody().readAllBytes();
                        exchange.sendResponseHeaders(200, -1);
                    }
                });
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** So far, of one trace. */
    List<Exported> spansOf(String traceId) {
        return spans.values().stream().filter(span -> span.traceId().equals(traceId)).toList();
    }

    private void take(ExportTraceServiceRequest request) {
        for (var resource : request.getResourceSpansList()) {
            var service =
                    resource.getResource().getAttributesList().stream()
                            .filter(attribute -> attribute.getKey().equals("service.name"))
                            .map(attribute -> attribute.getValue().getStringValue())
                            .findFirst()
                            .orElseThrow();
            for (var scope : resource.getScopeSpansList()) {
                for (var span : scope.getSpansList()) {
                    var exported = Exported.of(service, span);
                    spans.put(exported.spanId(), exported);
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A span as it came over the wire; times in nanoseconds since 1970. */
    record Exported(
            String service,
            String traceId,
            String spanId,
            String parentId,
            String name,
            String kind,
            long from,
            long until,
            Map<String, String> attributes) {

        static Exported of(String service, Span span) {
            var hex = HexFormat.of();
            var attributes = new ConcurrentHashMap<String, String>();
            span.getAttributesList()
                    .forEach(one -> attributes.put(one.getKey(), one.getValue().getStringValue()));
            return new Exported(
                    service,
                    hex.formatHex(span.getTraceId().toByteArray()),
                    hex.formatHex(span.getSpanId().toByteArray()),
                    hex.formatHex(span.getParentSpanId().toByteArray()),
                    span.getName(),
                    span.getKind().name().replace("SPAN_KIND_", ""),
                    span.getStartTimeUnixNano(),
                    span.getEndTimeUnixNano(),
                    attributes);
        }
    }
}
