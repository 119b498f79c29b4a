package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The request log shows what was really sent, and nobody's name or secret. */
class WireTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();

    @Test
    void a_request_is_shown_with_its_headers_body_and_answer() {
        var request = sent(Client.fresh("pay_wire"));

        assertThat(request.at("/headers/Content-Type").asString()).isEqualTo("application/json");
        assertThat(request.at("/headers/Klarna-Idempotency-Key").asString()).isEqualTo("key_1");
        assertThat(request.at("/body/order_lines/0/name").asString()).isEqualTo("Lamp");
        assertThat(request.at("/body/order_amount").asLong()).isEqualTo(2000);
        assertThat(request.at("/answer/session_id").asString()).isNotEmpty();
    }

    @Test
    void who_somebody_is_shows_in_its_form_alone_and_credentials_not_at_all() {
        var request = sent(Client.fresh("pay_wire"));
        var address = request.path("body").path("billing_address");

        assertThat(request.at("/headers/Authorization").asString()).isEqualTo("Basic ***");
        assertThat(request.at("/headers/X-Api-Key").asString()).isEqualTo("***");
        assertThat(address.path("given_name").asString()).isEqualTo("Xxx");
        assertThat(address.path("family_name").asString()).isEqualTo("xxx");
        assertThat(address.path("street_address").asString()).isEqualTo("Xxxxxxxx. 00-00");
        assertThat(address.path("phone").asString()).isEqualTo("+0000000000000");
        assertThat(address.path("country").asString()).isEqualTo("DE");
        assertThat(request.toString()).doesNotContain("Zoë", "علي", "Köln", "secret_1", "zoe@");
    }

    private JsonNode sent(String reference) {
        client.send(
                HttpRequest.newBuilder(URI.create(client.url("/klarna/payments/v1/sessions")))
                        .header("Authorization", "Basic c2FuZGJveF93aXJlOnNhbmRib3hfd2lyZQ==")
                        .header("X-Api-Key", "secret_1")
                        .header("Klarna-Idempotency-Key", "key_1")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(order(reference)))
                        .build());
        var requests =
                client.get("/simulator/requests?merchant_reference=" + reference)
                        .json()
                        .path("requests");
        assertThat(requests).hasSize(1);
        return requests.get(0);
    }

    private static String order(String reference) {
        return """
        {"purchase_country": "DE", "purchase_currency": "EUR", "order_amount": 2000,
         "order_lines": [{"type": "physical", "name": "Lamp", "quantity": 1,
           "unit_price": 2000, "total_amount": 2000}],
         "merchant_reference1": "%s",
         "merchant_urls": {"confirmation": "https://shop.example/back"},
         "billing_address": {"given_name": "Zoë", "family_name": "علي",
           "street_address": "Hauptstr. 12-14", "postal_code": "50667", "city": "Köln",
           "country": "DE", "phone": "+4915123456789", "email": "zoe@example.com"}}\
        """
                .formatted(reference);
    }
}
