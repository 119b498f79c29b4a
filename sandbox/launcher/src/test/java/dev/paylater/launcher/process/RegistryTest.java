package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paylater.broker.LocalBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RegistryTest {
    private static final String SCHEMA =
            "{\"schema\": \"{\\\"type\\\": \\\"record\\\", \\\"name\\\": \\\"Letter\\\","
                    + " \\\"fields\\\": [{\\\"name\\\": \\\"text\\\", \\\"type\\\":"
                    + " \\\"string\\\"}]}\"}";
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final String REGISTER = "/apis/ccompat/v7/subjects/letters/versions";

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir Path data;

    @Test
    void schemas_registered_over_the_confluent_api_keep_their_id_after_a_restart()
            throws Exception {
        int id;
        try (var registry = start()) {
            id = register(registry);
            assertThat(schema(registry, id)).contains("Letter");
        }
        try (var registry = start()) {
            assertThat(schema(registry, id)).contains("Letter");
            assertThat(register(registry)).isEqualTo(id);
        }
    }

    /** A field without a default: new readers could not read what is there. */
    @Test
    void what_old_or_new_readers_could_not_read_is_refused() throws Exception {
        try (var registry = start()) {
            register(registry);
            var config =
                    HttpRequest.newBuilder(
                                    URI.create(registry.url() + "/apis/ccompat/v7/config/letters"))
                            .header("content-type", MEDIA_TYPE)
                            .PUT(
                                    BodyPublishers.ofString(
                                            "{\"compatibility\": \"FULL_TRANSITIVE\"}"))
                            .build();
            assertThat(ask(config).path("compatibility").asText()).isEqualTo("FULL_TRANSITIVE");

            var breaking =
                    SCHEMA.replace(
                            "}]}", "}, {\\\"name\\\": \\\"to\\\", \\\"type\\\": \\\"string\\\"}]}");
            var refused = http.send(registration(registry, breaking), BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        }
    }

    private record Running(Process process, int port) implements AutoCloseable {
        String url() {
            return "http://127.0.0.1:" + port;
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    private Running start() throws IOException, InterruptedException {
        int port = LocalBroker.freePort();
        var launch =
                new RegistryLaunch(
                        Path.of("target", "registry"), data, port, LocalBroker.freePort());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx128m");
        command.addAll(launch.arguments());
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(data.resolve("log").toFile())
                        .start();
        while (status(launch.readyUrl()) != 200) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(100);
        }
        return new Running(process, port);
    }

    private int status(String url) throws InterruptedException {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create(url)).build(),
                            BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException _) {
            return 0;
        }
    }

    private int register(Running registry) throws IOException, InterruptedException {
        return ask(registration(registry, SCHEMA)).path("id").asInt();
    }

    private static HttpRequest registration(Running registry, String schema) {
        return HttpRequest.newBuilder(URI.create(registry.url() + REGISTER))
                .header("content-type", MEDIA_TYPE)
                .POST(BodyPublishers.ofString(schema))
                .build();
    }

    private String schema(Running registry, int id) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(
                                URI.create(registry.url() + "/apis/ccompat/v7/schemas/ids/" + id))
                        .build();
        return ask(request).path("schema").asText();
    }

    private JsonNode ask(HttpRequest request) throws IOException, InterruptedException {
        var response = http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json.readTree(response.body());
    }
}
