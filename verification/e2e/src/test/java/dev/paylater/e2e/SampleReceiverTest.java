package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sample of a shop's endpoint runs as it stands, with npm's library of Standard Webhooks. */
@ExtendWith(RunningStack.class)
class SampleReceiverTest {

    private static final Path SAMPLE = Path.of("..", "..", "samples", "webhook-receiver");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir private Path folder;

    @Test
    void a_shop_in_node_verifies_what_it_gets_and_refuses_what_is_forged() throws Exception {
        for (var file : List.of("package.json", "receive.mjs")) {
            Files.copy(SAMPLE.resolve(file), folder.resolve(file));
        }
        assumeTrue(isInstalled(), "npm cannot install standardwebhooks here");
        var port = freePort();
        var endpoint =
                Merchant.SANDBOX
                        .post(
                                "/webhook_endpoints",
                                "{\"url\": \"http://127.0.0.1:%d/\"}".formatted(port))
                        .expect(200);
        var out = folder.resolve("out");
        var shop = start(port, endpoint.string("secret"), out);
        try {
            await(out, "listening on " + port);
            assertThat(forged(port)).isEqualTo(400);

            var payment =
                    Merchant.SANDBOX.post("/payments", Merchant.body("", "automatic")).expect(200);
            await(
                    out,
                    "\"id\":\"%s\",\"status\":\"succeeded\""
                            .formatted(payment.string("payment_id")));
        } finally {
            shop.destroyForcibly();
            Merchant.SANDBOX.delete("/webhook_endpoints/" + endpoint.string("id")).expect(200);
        }
    }

    private boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("npm", "install", "--no-audit", "--no-fund")
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("npm.log").toFile())
                            .start()
                            .waitFor(2, TimeUnit.MINUTES)
                    && Files.exists(folder.resolve("node_modules").resolve("standardwebhooks"));
        } catch (IOException e) {
            return false;
        }
    }

    private Process start(int port, String secret, Path out) throws IOException {
        var builder = new ProcessBuilder("node", "receive.mjs").directory(folder.toFile());
        builder.environment().putAll(Map.of("PORT", Integer.toString(port), "SECRET", secret));
        return builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    }

    private static int forged(int port) throws IOException, InterruptedException {
        var signature = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                        .header("webhook-id", "evt_forged")
                        .header("webhook-timestamp", Long.toString(Instant.now().getEpochSecond()))
                        .header("webhook-signature", signature)
                        .POST(BodyPublishers.ofString("{\"type\": \"payment.succeeded\"}"))
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    private static void await(Path out, String text) throws IOException {
        var end = Instant.now().plus(PATIENCE);
        while (!Files.readString(out, UTF_8).contains(text)) {
            assertThat(Instant.now()).as("%s in %s", text, Files.readString(out)).isBefore(end);
            Merchant.pause();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
