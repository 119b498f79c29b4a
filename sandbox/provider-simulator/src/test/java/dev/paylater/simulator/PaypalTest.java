package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
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

    /** As {@code @paypal/paypal-server-sdk} sends it: without a body, as if it were a form. */
    @Test
    void a_void_without_a_body_may_have_any_content_type() {
        var order = approved("AUTHORIZE");
        var taken = post("/v2/checkout/orders/" + order + "/authorize", "{}", Client.fresh("k"));
        var authorization = taken.text("/purchase_units/0/payments/authorizations/0/id");

        var got =
                client.send(
                        request("/v2/payments/authorizations/" + authorization + "/void")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("PayPal-Request-Id", Client.fresh("k"))
                                .POST(BodyPublishers.noBody())
                                .build());

        assertThat(got.status()).isEqualTo(204);
    }

    @Test
    void an_order_with_a_payment_source_needs_a_request_id() {
        var without =
                client.send(
                        request("/v2/checkout/orders")
                                .POST(BodyPublishers.ofString(ORDER))
                                .build());
        var neither =
                client.send(
                        request("/v2/checkout/orders")
                                .POST(
                                        BodyPublishers.ofString(
                                                ORDER.replace("payment_source", "source")))
                                .build());

        assertThat(without.status()).isEqualTo(400);
        assertThat(without.text("/details/0/issue")).isEqualTo("PAYPAL_REQUEST_ID_REQUIRED");
        assertThat(neither.status()).isEqualTo(201);
    }

    @Test
    void an_order_that_is_not_taken_is_changed() {
        var order = post("/v2/checkout/orders", ORDER, Client.fresh("k")).text("/id");
        var change =
                """
                [{"op": "replace", "path": "/purchase_units/@reference_id=='default'/amount",
                  "value": {"currency_code": "USD", "value": "25.00"}}]\
                """;

        assertThat(patch("/v2/checkout/orders/" + order, change).status()).isEqualTo(204);
        assertThat(get("/v2/checkout/orders/" + order).text("/purchase_units/0/amount/value"))
                .isEqualTo("25.00");
        assertThat(
                        patch(
                                        "/v2/checkout/orders/" + order,
                                        change.replace("purchase_units", "id"))
                                .text("/details/0/issue"))
                .isEqualTo("NOT_PATCHABLE");
        approve(order);
        post("/v2/checkout/orders/" + order + "/authorize", "{}", Client.fresh("k"));
        assertThat(patch("/v2/checkout/orders/" + order, change).text("/details/0/issue"))
                .isEqualTo("ORDER_ALREADY_COMPLETED");
    }

    @Test
    void a_way_to_pay_may_be_said_later() {
        var order =
                post(
                                "/v2/checkout/orders",
                                ORDER.replace("payment_source", "source"),
                                Client.fresh("k"))
                        .text("/id");
        var source =
                """
                {"payment_source": {"paypal": {"experience_context":
                  {"return_url": "https://m/later", "cancel_url": "https://m/c"}}}}\
                """;

        var confirmed =
                post(
                        "/v2/checkout/orders/" + order + "/confirm-payment-source",
                        source,
                        Client.fresh("k"));

        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(confirmed.text("/status")).isEqualTo("PAYER_ACTION_REQUIRED");
        assertThat(client.get("/pages/paypal/" + order + "?decision=approve").header("Location"))
                .startsWith("https://m/later?token=" + order);
    }

    @Test
    void a_parcel_is_told_of_a_capture() {
        var order = approved("CAPTURE");
        var path = "/v2/checkout/orders/" + order;
        var capture =
                post(path + "/capture", "{}", Client.fresh("k"))
                        .text("/purchase_units/0/payments/captures/0/id");
        var parcel = "{\"capture_id\": \"%s\", \"tracking_number\": \"T1\", \"carrier\": \"DHL\"}";

        var tracked = post(path + "/track", parcel.formatted(capture), Client.fresh("k"));

        assertThat(tracked.status()).isEqualTo(201);
        assertThat(tracked.text("/purchase_units/0/shipping/trackers/0/id"))
                .isEqualTo(capture + "-T1");
        assertThat(
                        post(path + "/track", parcel.formatted("none"), Client.fresh("k"))
                                .text("/details/0/issue"))
                .isEqualTo("CAPTURE_ID_NOT_FOUND");
        for (var wrong :
                List.of(
                        parcel.replace("T1", "T".repeat(65)),
                        parcel.replace("DHL", "Pigeon Post"),
                        parcel.replace("}", ", \"carrier_name_other\": \"Pigeon Post\"}"))) {
            assertThat(
                            post(path + "/track", wrong.formatted(capture), Client.fresh("k"))
                                    .text("/details/0/issue"))
                    .as(wrong)
                    .isEqualTo("INVALID_PARAMETER_SYNTAX");
        }
        assertThat(
                        patch(
                                        path + "/trackers/" + capture + "-T1",
                                        "[{\"op\": \"replace\", \"path\": \"/status\","
                                                + " \"value\": \"CANCELLED\"}]")
                                .status())
                .isEqualTo(204);
        assertThat(get(path).text("/purchase_units/0/shipping/trackers/0/status"))
                .isEqualTo("CANCELLED");
    }

    private String approved(String intent) {
        var order =
                post("/v2/checkout/orders", ORDER.replace("AUTHORIZE", intent), Client.fresh("k"))
                        .text("/id");
        approve(order);
        return order;
    }

    private void approve(String order) {
        client.get("/pages/paypal/" + order + "?decision=approve");
    }

    private Client.Got patch(String path, String body) {
        return client.send(request(path).method("PATCH", BodyPublishers.ofString(body)).build());
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
