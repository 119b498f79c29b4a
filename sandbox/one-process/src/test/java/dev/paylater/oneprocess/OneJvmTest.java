package dev.paylater.oneprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.broker.LocalBroker;
import dev.paylater.broker.UnusedPorts;
import dev.paylater.teststack.FakeRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All parts in this JVM. */
class OneJvmTest {
    private static final String KEY = "1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    private static final int MANAGEMENT = 100;

    private static final String PAYMENT =
            """
            {"amount": 6540, "currency": "EUR", "capture_method": "manual", "confirm": true,
             "payment_method": "pay_later", "payment_method_type": "invoice",
             "payment_method_data": {"pay_later": {"invoice": {}}},
             "billing": {"address": {"first_name": "Ada", "last_name": "Jones",
               "line1": "Main St 1", "zip": "10115", "city": "Berlin", "country": "DE"},
               "email": "ada@example.com"}}
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<ProcessPart, Integer> ports = new EnumMap<>(ProcessPart.class);

    @TempDir Path folder;

    @Test
    void a_payment_goes_through_all_parts_and_each_has_its_own_settings() throws Exception {
        try (var registry = new FakeRegistry();
                var parts = new RunningParts()) {
            parts.start(variables(registry.url()));

            var payment =
                    JsonMapper.shared()
                            .readTree(
                                    http.send(
                                                    HttpRequest.newBuilder(
                                                                    uri(
                                                                            ProcessPart.API,
                                                                            0,
                                                                            "/payments"))
                                                            .header(
                                                                    "api-key",
                                                                    "sk_sandbox_paylater_0123456789abcdef")
                                                            .header(
                                                                    "content-type",
                                                                    "application/json")
                                                            .POST(BodyPublishers.ofString(PAYMENT))
                                                            .build(),
                                                    BodyHandlers.ofString())
                                            .body());
            assertThat(payment.path("status").asString())
                    .as("%s", payment)
                    .isEqualTo("requires_capture");
            assertThat(payment.path("amount_capturable").asLong()).isEqualTo(6540);

            // Each reports what its own application.yml names, and nothing of another service's.
            assertThat(readiness(ProcessPart.API))
                    .containsExactly("clock", "readinessState", "replies");
            assertThat(readiness(ProcessPart.ORCHESTRATOR))
                    .containsExactly("clock", "commands", "readinessState");
            assertThat(readiness(ProcessPart.CONNECTOR))
                    .containsExactly("clock", "readinessState", "workers");
            assertThat(readiness(ProcessPart.REFUND))
                    .containsExactly("clock", "commands", "readinessState");
            assertThat(readiness(ProcessPart.WEBHOOK))
                    .containsExactly("clock", "paymentEvents", "readinessState", "refundEvents");

            // What one service counts stands on its own page only.
            assertThat(get(ProcessPart.CONNECTOR, "/actuator/prometheus"))
                    .contains("paylater_connector_")
                    .doesNotContain("paylater_payments_overdue");
            assertThat(get(ProcessPart.ORCHESTRATOR, "/actuator/prometheus"))
                    .contains("paylater_payments_overdue")
                    .doesNotContain("paylater_connector_");
        }
        for (int port : ports.values()) {
            assertThat(isFree(port)).as("port %s after the end", port).isTrue();
        }
    }

    @Test
    void a_part_that_does_not_start_is_named_with_the_reason() {
        try (var parts = new RunningParts()) {
            assertThatThrownBy(
                            () ->
                                    parts.start(
                                            Map.of(ProcessPart.STORE, Map.of("SERVER_PORT", "0"))))
                    .isInstanceOf(PartFailed.class)
                    .hasMessage("store does not start: PAYLATER_DATA is not set");
        }
    }

    @Test
    void a_service_that_lacks_a_key_is_named_with_the_key() {
        try (var parts = new RunningParts()) {
            assertThatThrownBy(
                            () ->
                                    parts.start(
                                            Map.of(
                                                    ProcessPart.API,
                                                    Map.of(
                                                            "SERVER_PORT",
                                                            "0",
                                                            "SPRING_PROFILES_ACTIVE",
                                                            "local"))))
                    .isInstanceOf(PartFailed.class)
                    .hasMessageStartingWith("api-service does not start: ")
                    .hasMessageContaining("PAYLATER_");
        }
    }

    private Map<ProcessPart, Map<String, String>> variables(String registry) throws IOException {
        for (var part : ProcessPart.values()) {
            ports.put(
                    part,
                    part == ProcessPart.KAFKA
                            ? LocalBroker.freePort()
                            : UnusedPorts.withAnother(MANAGEMENT));
        }
        var variables = new EnumMap<ProcessPart, Map<String, String>>(ProcessPart.class);
        for (var part : ProcessPart.values()) {
            var own = new HashMap<String, String>();
            own.put("SPRING_PROFILES_ACTIVE", "local");
            own.put("SERVER_PORT", Integer.toString(port(part)));
            own.put("PAYLATER_DATA", folder.resolve(part.label()).toString());
            own.put("PAYLATER_INSTANCE", "1");
            own.put("PAYLATER_KAFKA_BOOTSTRAP", "127.0.0.1:" + port(ProcessPart.KAFKA));
            own.put("PAYLATER_REGISTRY_URL", registry);
            own.put(
                    "PAYLATER_MONGODB_URI",
                    "mongodb://127.0.0.1:" + port(ProcessPart.STORE) + "/paylater");
            own.put("PAYLATER_PUBLIC_URL", url(publicFace(part)));
            own.put("PAYLATER_API_URL", url(ProcessPart.API));
            own.put("PAYLATER_CONNECTOR_URL", url(ProcessPart.CONNECTOR));
            own.put("PAYLATER_SIMULATOR_URL", url(ProcessPart.PROVIDER_SIMULATOR));
            for (var key : new String[] {"ENCRYPTION_KEY", "KEY_PEPPER", "SERVICE_KEY"}) {
                own.put("PAYLATER_" + key, KEY);
            }
            own.put("PAYLATER_WEBHOOK_KEY", KEY);
            variables.put(part, own);
        }
        return variables;
    }

    private static ProcessPart publicFace(ProcessPart part) {
        return part == ProcessPart.PROVIDER_SIMULATOR ? part : ProcessPart.API;
    }

    private int port(ProcessPart part) {
        return Objects.requireNonNull(ports.get(part));
    }

    private String url(ProcessPart part) {
        return "http://127.0.0.1:" + port(part);
    }

    private URI uri(ProcessPart part, int distance, String path) {
        return URI.create("http://127.0.0.1:" + (port(part) + distance) + path);
    }

    private String get(ProcessPart part, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri(part, MANAGEMENT, path)).build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    private SortedSet<String> readiness(ProcessPart part) throws IOException, InterruptedException {
        JsonNode health = JsonMapper.shared().readTree(get(part, "/actuator/health/readiness"));
        return new TreeSet<>(health.path("components").propertyNames());
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
