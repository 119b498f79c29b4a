package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.broker.LocalBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipInputStream;

/**
 * A Keycloak as it is distributed, with the realm of src/test/resources/keycloak. Maven fetches it:
 * {@code ./mvnw dependency:get -Dartifact=org.keycloak:keycloak-quarkus-dist:26.7.3:zip
 * -Dtransitive=false}.
 */
final class Keycloak implements AutoCloseable {

    static final String CLIENT = "paylater-console";
    static final String SECRET = "a-secret-of-this-test-alone";
    static final String PASSWORD = "of-this-test";

    private static final String VERSION = "26.7.3";
    private static final Duration UNTIL_STARTED = Duration.ofMinutes(15);

    private final Process process;
    private final int port;

    private Keycloak(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Nothing where it was not fetched. */
    static Optional<Path> distribution() {
        var repository =
                Path.of(
                        System.getProperty(
                                "maven.repo.local",
                                System.getProperty("user.home") + "/.m2/repository"));
        return Optional.of(
                        repository.resolve(
                                "org/keycloak/keycloak-quarkus-dist/%s/keycloak-quarkus-dist-%s.zip"
                                        .formatted(VERSION, VERSION)))
                .filter(Files::exists);
    }

    /**
     * Starts it.
     *
     * @param console the console's address, to which browsers come back
     */
    static Keycloak start(Path distribution, Path folder, String console) throws Exception {
        unpack(distribution, folder);
        var home = folder.resolve("keycloak-" + VERSION);
        var realm = Files.createDirectories(home.resolve("data/import")).resolve("shop.json");
        try (var template = Keycloak.class.getResourceAsStream("/keycloak/realm.json")) {
            var text = new String(Objects.requireNonNull(template).readAllBytes(), UTF_8);
            Files.writeString(realm, text.replace("CONSOLE", console));
        }
        var port = LocalBroker.freePort();
        var builder =
                new ProcessBuilder(
                                "sh",
                                home.resolve("bin/kc.sh").toString(),
                                "start-dev",
                                "--import-realm",
                                "--http-host=127.0.0.1",
                                "--http-management-port=" + LocalBroker.freePort(),
                                "--http-port=" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("keycloak.log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var keycloak = new Keycloak(builder.start(), port);
        keycloak.await(folder.resolve("keycloak.log"));
        return keycloak;
    }

    private static void unpack(Path distribution, Path folder) throws IOException {
        try (var zip = new ZipInputStream(Files.newInputStream(distribution))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = folder.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(Objects.requireNonNull(file.getParent()));
                    Files.copy(zip, file);
                }
            }
        }
    }

    private void await(Path log) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(issuer() + "/.well-known/openid-configuration"))
                        .timeout(Duration.ofSeconds(30))
                        .build();
        var end = System.nanoTime() + UNTIL_STARTED.toNanos();
        try (var http = HttpClient.newHttpClient()) {
            while (!answers(http, request)) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    close();
                    throw new AssertionError("Keycloak has not started:\n" + Files.readString(log));
                }
                Thread.sleep(500);
            }
        }
    }

    private static boolean answers(HttpClient http, HttpRequest request)
            throws InterruptedException {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + port + "/realms/shop";
    }

    /** The settings of a console whose administrators sign in here. */
    List<String> settings() {
        var protocol = issuer() + "/protocol/openid-connect";
        return List.of(
                "--paylater.oidc.issuer=" + issuer(),
                "--paylater.oidc.jwks=" + protocol + "/certs",
                "--paylater.oidc.audience=paylater-api",
                "--paylater.oidc.client.id=" + CLIENT,
                "--paylater.oidc.client.secret=" + SECRET,
                "--paylater.oidc.client.authorization-endpoint=" + protocol + "/auth",
                "--paylater.oidc.client.token-endpoint=" + protocol + "/token",
                "--paylater.oidc.client.end-session-endpoint=" + protocol + "/logout");
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
