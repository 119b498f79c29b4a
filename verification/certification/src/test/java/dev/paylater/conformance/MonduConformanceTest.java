package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.mondu.Mondu;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

final class MonduConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Mondu()),
                            "/mondu",
                            Map.of("api_token", "sandbox_kit"),
                            Map.of("api_token", "nobody"))
                    .withSettings(
                            Map.of("invoice_url", "\"https://shop.example/{invoice_ref}.pdf\""));

    @Override
    Subject subject() {
        return SUBJECT;
    }

    /** The address of webhooks is registered at Mondu once, not with each order. */
    @BeforeEach
    void subscribe() throws IOException, InterruptedException {
        var address = lab().sink.url("{merchant_reference}");
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%d/mondu/api/v1/webhooks"
                                                .formatted(lab().simulator.port())))
                        .header("Api-Token", "sandbox_kit")
                        .header("content-type", "application/json")
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"topic\": \"order\", \"address\": \"%s\"}"
                                                .formatted(address)))
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        }
    }
}
