package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What Afterpay's PHP SDK (afterpay/sdk-php @de8d969, its integration tests) calls and the
 * connector does not. The usual course is the connector's conformance kit.
 */
class AfterpayTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ACCOUNT = "sandbox_shop";
    private static final String PAYMENTS = "/v2/payments/";

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_afterpay_");

    @Test
    void a_ping_needs_no_credentials_and_the_configuration_does() {
        assertThat(client.get("/afterpay_clearpay/ping").response().body()).isEqualTo("pong");
        assertThat(client.get("/afterpay_clearpay/v2/configuration").status()).isEqualTo(401);
        assertThat(call("GET", "/v2/configuration", "").text("/maximumAmount/amount"))
                .isEqualTo("2000.00");
    }

    @Test
    void a_checkout_is_read_as_it_was_requested() {
        var token = checkout("ada@example.com");

        var read = call("GET", "/v2/checkouts/" + token, "");

        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text("/token")).isEqualTo(token);
        assertThat(read.text("/amount/amount")).isEqualTo("20.00");
        assertThat(read.text("/items/0/name")).isEqualTo("Lamp");
        assertThat(read.json().has("consumer")).isFalse();
        var unknown = call("GET", "/v2/checkouts/002.unknown", "");
        assertThat(unknown.status()).isEqualTo(412);
        assertThat(unknown.text("/errorCode")).isEqualTo("invalid_token");
    }

    @Test
    void an_authorization_says_when_it_expires_and_its_events_keep_their_time() {
        var payment = authorized("ada@example.com");
        var path = PAYMENTS + payment.text("/id");

        var captured =
                call(
                        "POST",
                        path + "/capture",
                        "{\"amount\": {\"amount\": \"5.00\", \"currency\": \"AUD\"}}");

        var created = payment.text("/events/0/created");
        assertThat(captured.status()).as("a requestId is optional").isEqualTo(201);
        assertThat(captured.text("/events/0/created")).isEqualTo(created);
        assertThat(Duration.between(Instant.parse(created), Instant.parse(expires(captured))))
                .isEqualTo(Duration.ofDays(13));
        assertThat(captured.json().at("/events/1/expires").isNull()).isTrue();
    }

    @Test
    void a_declined_payment_is_open_in_full() {
        var token = checkout("ada+declined@example.com");
        approve(token);

        var declined = call("POST", PAYMENTS + "auth", "{\"token\": \"" + token + "\"}");

        assertThat(declined.status()).isEqualTo(402);
        assertThat(declined.text("/openToCaptureAmount/amount")).isEqualTo("20.00");
    }

    /** As recorded of its sandbox (solidus_afterpay b8989ad, spec/fixtures/vcr_casettes). */
    @Test
    void a_token_that_leads_nowhere_is_402_to_who_pays_and_412_to_who_asks() {
        for (var call : List.of("auth", "capture")) {
            var unknown = call("POST", PAYMENTS + call, "{\"token\": \"INVALID_TOKEN\"}");
            assertThat(unknown.status()).as(call).isEqualTo(402);
            assertThat(unknown.text("/errorCode")).isEqualTo("invalid_token");
        }
        assertThat(call("GET", "/v2/checkouts/INVALID_TOKEN", "").status()).isEqualTo(412);
        var waiting =
                call(
                        "POST",
                        PAYMENTS + "auth",
                        "{\"token\": \"" + checkout("ada@example.com") + "\"}");
        assertThat(waiting.status()).isEqualTo(412);
        assertThat(waiting.text("/message")).isEqualTo("Order has not been approved.");
    }

    /** As recorded: immediate/capture/declined_payment. */
    @Test
    void a_declined_capture_at_once_is_a_payment_that_was_made() {
        var token = checkout("ada+declined@example.com");
        approve(token);

        var declined = call("POST", PAYMENTS + "capture", "{\"token\": \"" + token + "\"}");

        assertThat(declined.status()).isEqualTo(201);
        assertThat(declined.text("/status")).isEqualTo("DECLINED");
        assertThat(declined.text("/paymentState")).isEqualTo("CAPTURE_DECLINED");
        assertThat(declined.text("/openToCaptureAmount/amount")).isEqualTo("20.00");
    }

    /** The Contact of its payments API: name, line1, area1, region, postcode, countryCode. */
    @Test
    void half_an_address_is_refused() {
        var address =
                """
                "billing": {"name": "Ada", "line1": "George St 1", "area1": "Sydney",
                  "region": "NSW", "postcode": "2000", "countryCode": "AU"},\
                """;
        for (var part : List.of("area1", "region", "postcode")) {
            assertThat(opened(address.replace(part, "other")).status()).as(part).isEqualTo(422);
        }
        assertThat(opened(address).status()).isEqualTo(201);
    }

    private Client.Got opened(String more) {
        return call(
                "POST",
                "/v2/checkouts",
                """
                {"amount": {"amount": "20.00", "currency": "AUD"}, %s
                 "consumer": {"email": "ada@example.com"},
                 "merchant": {"redirectConfirmUrl": "https://m/a",
                              "redirectCancelUrl": "https://m/b"}}\
                """
                        .formatted(more));
    }

    @Test
    void a_reference_and_a_courier_are_changed_and_payments_listed() {
        var payment = authorized("ada@example.com");
        var path = PAYMENTS + payment.text("/id");

        var renamed = call("PUT", path, "{\"merchantReference\": \"AFTER_CAPTURE\"}");
        var shipped = call("PUT", path + "/courier", "{\"name\": \"a\", \"tracking\": \"b\"}");
        var listed = call("GET", "/v2/payments?tokens=" + payment.text("/token"), "");

        assertThat(renamed.text("/merchantReference")).isEqualTo("AFTER_CAPTURE");
        assertThat(shipped.text("/orderDetails/courier/tracking")).isEqualTo("b");
        assertThat(listed.number("/totalResults")).isEqualTo(1);
        assertThat(listed.text("/results/0/id")).isEqualTo(payment.text("/id"));
        assertThat(client.ledger(reference)).containsExactly("authorize 2000");
    }

    @Test
    void a_reversal_gives_back_what_was_captured_and_what_is_held() {
        var payment = authorized("ada@example.com");
        call(
                "POST",
                PAYMENTS + payment.text("/id") + "/capture",
                "{\"amount\": {\"amount\": \"5.00\", \"currency\": \"AUD\"}}");

        var reversed = call("POST", PAYMENTS + "token:" + payment.text("/token") + "/reversal", "");

        assertThat(reversed.status()).isEqualTo(204);
        assertThat(reversed.response().body()).isEmpty();
        assertThat(client.ledger(reference))
                .containsExactly("authorize 2000", "capture 500", "void 1500", "refund 500");
    }

    private static String expires(Client.Got payment) {
        return payment.text("/events/0/expires");
    }

    private Client.Got authorized(String email) {
        var token = checkout(email);
        approve(token);
        return call(
                "POST",
                PAYMENTS + "auth",
                "{\"requestId\": \"not-a-uuid\", \"token\": \"" + token + "\"}");
    }

    private void approve(String token) {
        var page = call("GET", "/v2/checkouts/" + token, "").text("/redirectCheckoutUrl");
        client.get(page.substring(client.url("").length()) + "?decision=approve");
    }

    private String checkout(String email) {
        return call(
                        "POST",
                        "/v2/checkouts",
                        """
                        {"amount": {"amount": "20.00", "currency": "AUD"},
                         "merchantReference": "%s", "consumer": {"email": "%s"},
                         "merchant": {"redirectConfirmUrl": "https://m/a",
                                      "redirectCancelUrl": "https://m/b"},
                         "items": [{"name": "Lamp", "quantity": 1,
                                    "price": {"amount": "19.00", "currency": "AUD"}}]}\
                        """
                                .formatted(reference, email))
                .text("/token");
    }

    private Client.Got call(String method, String path, String body) {
        var credentials = (ACCOUNT + ':' + ACCOUNT).getBytes(UTF_8);
        return client.send(
                HttpRequest.newBuilder(URI.create(client.url("/afterpay_clearpay" + path)))
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(credentials))
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }
}
