package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** ./paylater listen, as a developer at a laptop uses it. */
@ExtendWith(RunningStack.class)
class ListenTest {

    private static final String DESCRIPTION = "paylater listen";
    private static final int REFUSES = 418;

    @TempDir private Path folder;
    private final Queue<Forwarded> forwarded = new ConcurrentLinkedQueue<>();

    private record Forwarded(String path, HttpHeaders headers, String body) {}

    @Test
    void events_are_printed_and_forwarded_as_they_were_signed_until_it_is_interrupted()
            throws Exception {
        var shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/", this::receive);
        shop.start();
        var url = "http://127.0.0.1:%d/hooks".formatted(shop.getAddress().getPort());
        try (var listening =
                Sample.script(
                        folder, "listen", "--events", "payment.succeeded", "--forward-to", url)) {
            var secret = listening.await(Pattern.compile("The secret is (whsec_\\S+)")).group(1);
            var id =
                    MerchantClient.SANDBOX
                            .post("/payments", MerchantClient.body("", "automatic"))
                            .expect(200)
                            .string("payment_id");
            listening.await(Pattern.compile("payment\\.succeeded +" + id + " +-> " + REFUSES));

            assertThat(forwarded).isNotEmpty();
            var signature = new Webhook(secret);
            for (var one : forwarded) {
                assertThat(one.path()).isEqualTo("/hooks");
                signature.verify(one.body(), one.headers());
                assertThatThrownBy(() -> signature.verify(one.body() + " ", one.headers()))
                        .isInstanceOf(WebhookVerificationException.class);
            }
            assertThat(endpoints()).contains(DESCRIPTION);
            listening.interrupt();
            assertThat(endpoints()).doesNotContain(DESCRIPTION);
        } finally {
            shop.stop(0);
        }
    }

    private static String endpoints() {
        return MerchantClient.SANDBOX.get("/webhook_endpoints").expect(200).text();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            forwarded.add(
                    new Forwarded(
                            exchange.getRequestURI().getPath(),
                            HttpHeaders.of(exchange.getRequestHeaders(), (_, _) -> true),
                            new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
            exchange.sendResponseHeaders(REFUSES, -1);
        }
    }
}
