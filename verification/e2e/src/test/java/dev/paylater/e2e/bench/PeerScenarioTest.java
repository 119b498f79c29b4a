package dev.paylater.e2e.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class PeerScenarioTest {

    @Test
    void each_request_is_about_a_payment_of_its_own() throws IOException {
        var paths = new ConcurrentLinkedQueue<String>();
        var peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        peer.createContext(
                "/",
                exchange -> {
                    paths.add(exchange.getRequestURI().getPath());
                    exchange.getRequestBody().readAllBytes();
                    var answer = "{\"status\":\"succeeded\"}".getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        peer.start();
        var address =
                "http://127.0.0.1:%s/Payment/{id}/confirm".formatted(peer.getAddress().getPort());
        try (var scenario = new PeerScenario(address, List.of(), 2)) {
            var phases = scenario.run(Duration.ofMillis(500));

            assertThat(phases).hasSize(1);
        } finally {
            peer.stop(0);
        }
        assertThat(paths)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allMatch(path -> path.matches("/Payment/[0-9A-Z]{26}/confirm"));
    }
}
