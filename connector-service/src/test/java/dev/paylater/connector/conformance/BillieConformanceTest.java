package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.billie.Billie;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

final class BillieConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Billie()),
                            "/billie",
                            Map.of("client_id", "sandbox_kit", "client_secret", "sandbox_kit"),
                            Map.of("client_id", "nobody", "client_secret", "nobody"))
                    .withSettings(
                            Map.of("invoice_url", "\"https://shop.example/{invoice_ref}.pdf\""));

    @Override
    Subject subject() {
        return SUBJECT;
    }

    /** Billie is asked once, by people, where webhooks shall go. */
    @BeforeEach
    void subscribe() throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%d/simulator/webhooks"
                                                .formatted(lab().simulator.port())))
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"connector\": \"billie\", \"account\": \"kit\", \"url\": \"%s\"}"
                                                .formatted(lab().sink.url("{merchant_reference}"))))
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }
}
