package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sample of a shop's endpoint runs as it stands, with npm's library of Standard Webhooks. */
@ExtendWith(RunningStack.class)
class SampleReceiverTest {

    @TempDir private Path folder;

    @Test
    void a_shop_in_node_verifies_what_it_gets_and_refuses_what_is_forged() throws Exception {
        var port = LocalPorts.free();
        var endpoint =
                MerchantClient.SANDBOX
                        .post(
                                "/webhook_endpoints",
                                "{\"url\": \"http://127.0.0.1:%d/\"}".formatted(port))
                        .expect(200);
        var environment =
                Map.of("PORT", Integer.toString(port), "SECRET", endpoint.string("secret"));
        try (var shop = Sample.node("webhook-receiver", "receive.mjs", folder, environment)) {
            shop.await("listening on " + port);
            assertThat(forged(port)).isEqualTo(400);

            var payment =
                    MerchantClient.SANDBOX
                            .post("/payments", MerchantClient.body("", "automatic"))
                            .expect(200);
            shop.await(
                    "\"id\":\"%s\",\"status\":\"succeeded\""
                            .formatted(payment.string("payment_id")));

            var link =
                    MerchantClient.SANDBOX
                            .post(
                                    "/payments",
                                    "{\"amount\": 6540, \"currency\": \"EUR\", \"payment_link\":"
                                        + " true, \"payment_link_config\": {\"expires_in\": 1}}")
                            .expect(200);
            shop.await(
                    "{\"type\":\"payment_link.expired\",\"sequence\":2,\"id\":\"%s\",\"status\":\"requires_payment_method\"}"
                            .formatted(link.string("payment_id")));
        } finally {
            MerchantClient.SANDBOX
                    .delete("/webhook_endpoints/" + endpoint.string("id"))
                    .expect(200);
        }
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
}
