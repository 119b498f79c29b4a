package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PayPal refuses and what it puts up with, as its OpenAPI document says. */
class PaypalTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ORDER =
            """
            {"intent": "AUTHORIZE", "purchase_units": [{"custom_id": "pay_1_1",
              "amount": {"currency_code": "USD", "value": "20.00", "breakdown": {
                "item_total": {"currency_code": "USD", "value": "18.00"},
                "tax_total": {"currency_code": "USD", "value": "3.00"},
                "discount": {"currency_code": "USD", "value": "1.00"}}},
              "items": [{"name": "Lamp", "quantity": "2",
                "unit_amount": {"currency_code": "USD", "value": "9.00"},
                "tax": {"currency_code": "USD", "value": "1.50"}}]}],
             "payment_source": {"paypal": {"email_address": "ada@example.com",
               "experience_context": {"return_url": "https://m/a", "cancel_url": "https://m/b"}}}}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 201 | ",
                "\"custom_id\" | \"unknown\" | 201 | ",
                "experience_context | other_context | 201 | ",
                "\"20.00\" | \"20.0\" | 201 | ",
                "\"20.00\" | \"21.00\" | 422 | AMOUNT_MISMATCH",
                "\"9.00\" | \"9.01\" | 422 | ITEM_TOTAL_MISMATCH",
                "\"1.50\" | \"1.49\" | 422 | TAX_TOTAL_MISMATCH",
                "\"breakdown\" | \"parts\" | 422 | ITEM_TOTAL_REQUIRED",
                "\"20.00\" | \"20.001\" | 422 | DECIMAL_PRECISION",
                "\"20.00\" | \"0.00\" | 422 | CANNOT_BE_ZERO_OR_NEGATIVE",
                "USD\", \"value\": \"3.00 | EUR\", \"value\": \"3.00 | 422 | MULTI_CURRENCY_ORDER",
                "USD | AAA | 422 | INVALID_CURRENCY_CODE",
                "AUTHORIZE | TAKE | 400 | INVALID_PARAMETER_SYNTAX",
                "\"intent\" | \"plan\" | 400 | MISSING_REQUIRED_PARAMETER",
                "} | ] | 400 | MALFORMED_REQUEST_JSON"
            },
            quoteCharacter = '~')
    void paypal_takes_what_its_document_says(
            String found, String instead, int status, String issue) {
        var got = post("/v2/checkout/orders", ORDER.replace(found, instead), Client.fresh("k"));

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.json().at("/details/0/issue").asString(null)).isEqualTo(issue);
    }

    @Test
    void a_repeated_request_is_answered_with_its_order() {
        var key = Client.fresh("again");
        var first = post("/v2/checkout/orders", ORDER, key);
        var second = post("/v2/checkout/orders", ORDER, key);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.text("/status")).isEqualTo("PAYER_ACTION_REQUIRED");
        assertThat(first.text("/links/1/rel")).isEqualTo("payer-action");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("/id")).isEqualTo(first.text("/id"));
    }

    @Test
    void a_customer_who_leaves_the_page_may_come_back() {
        var order = post("/v2/checkout/orders", ORDER, Client.fresh("k"));
        var page = order.text("/links/1/href").substring(client.url("").length());

        assertThat(client.get(page + "?decision=cancel").header("Location"))
                .isEqualTo("https://m/b?token=" + order.text("/id"));
        assertThat(get("/v2/checkout/orders/" + order.text("/id")).text("/status"))
                .isEqualTo("PAYER_ACTION_REQUIRED");
        assertThat(client.get(page + "?decision=approve").header("Location"))
                .startsWith("https://m/a?token=" + order.text("/id") + "&PayerID=");
        assertThat(get("/v2/checkout/orders/" + order.text("/id")).text("/status"))
                .isEqualTo("APPROVED");
    }

    @Test
    void a_write_that_is_no_json_is_an_unsupported_media_type() {
        var request =
                request("/v2/checkout/orders")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(ORDER));

        assertThat(client.send(request.build()).text("/name")).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void another_account_does_not_see_an_order() {
        var order = post("/v2/checkout/orders", ORDER, Client.fresh("k")).text("/id");
        var other =
                HttpRequest.newBuilder(
                                URI.create(client.url("/paypal/v2/checkout/orders/" + order)))
                        .header("Authorization", "Bearer token_else");

        assertThat(get("/v2/checkout/orders/" + order).status()).isEqualTo(200);
        assertThat(client.send(other.build()).text("/details/0/issue"))
                .isEqualTo("INVALID_RESOURCE_ID");
    }

    @Test
    void only_a_signature_of_ours_for_this_very_event_is_genuine() {
        var body =
                """
                {"auth_algo": "SHA256withRSA", "cert_url": "https://x", "transmission_id": "1",
                 "transmission_time": "2026-01-02T03:04:05Z", "transmission_sig": "AAAA",
                 "webhook_id": "whsec_strict", "webhook_event": {"id": "WH-1"}}\
                """;

        assertThat(
                        post("/v1/notifications/verify-webhook-signature", body, "k")
                                .text("/verification_status"))
                .isEqualTo("FAILURE");
        assertThat(
                        post(
                                        "/v1/notifications/verify-webhook-signature",
                                        body.replace("transmission_sig", "signature"),
                                        "k")
                                .status())
                .isEqualTo(400);
    }

    private Client.Got get(String path) {
        return client.send(request(path).build());
    }

    private Client.Got post(String path, String body, String key) {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .header("PayPal-Request-Id", key)
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/paypal" + path)))
                .header("Authorization", "Bearer token_strict");
    }
}
