package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Klarna's dialect is as strict as Klarna. The usual course is the connector's conformance kit. */
class KlarnaTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String SESSION =
            """
            {"intent": "buy", "purchase_country": "DE", "purchase_currency": "EUR",
             "order_amount": 6540, "merchant_reference1": "%s",
             "order_lines": [{"name": "Lamp", "quantity": 2, "unit_price": 3270,
                              "total_amount": 6540}],
             "billing_address": {"email": "ada%s@example.com"}}\
            """;

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    private Client.Got call(String method, String path, String body, String key) {
        var credentials = "sandbox_merchant:sandbox_merchant".getBytes(UTF_8);
        var request =
                HttpRequest.newBuilder(URI.create(client.url("/klarna" + path)))
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(credentials))
                        .timeout(Duration.ofSeconds(10))
                        .method(method, BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Klarna-Idempotency-Key", key);
        }
        return client.send(request.build());
    }

    /** The id of an order that the customer has approved. */
    private String order() {
        var page = page();
        client.get(
                page.text("/redirect_url").substring(client.url("").length())
                        + "?decision=approve");
        return call("GET", "/hpp/v1/sessions/" + page.text("/session_id"), "", "")
                .text("/order_id");
    }

    private Client.Got page() {
        var session = call("POST", "/payments/v1/sessions", SESSION.formatted(reference, ""), "");
        return call(
                "POST",
                "/hpp/v1/sessions",
                """
                {"payment_session_url": "http://x/payments/v1/sessions/%s",
                 "merchant_urls": {"success": "http://127.0.0.1/back?hpp={{session_id}}"},
                 "options": {"place_order_mode": "PLACE_ORDER"}}\
                """
                        .formatted(session.text("/session_id")),
                "");
    }

    @Test
    void without_the_shared_secret_there_is_an_empty_401() {
        var got = client.get("/klarna/ordermanagement/v1/orders/1");

        assertThat(got.status()).isEqualTo(401);
        assertThat(got.response().body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "6540,       6541,      order lines that miss the order amount",
        "3270,       3271,      a line that is not quantity times price",
        "'\"buy\"',  '\"sell\"', an intent that does not exist",
        "billing_address, billing_adress, a field that does not exist",
        "Lamp\",     Lamp\"; ,   no JSON",
        "6540,       '\"65.40\"', an amount that is no integer",
        "'\"DE\"',   '\"de\"',  a country in small letters"
    })
    void a_wrong_field_is_a_bad_value(String right, String wrong, String what) {
        var body = SESSION.formatted(reference, "").replaceFirst(right, wrong);

        var got = call("POST", "/payments/v1/sessions", body, "");

        assertThat(got.status()).as(what).isEqualTo(400);
        assertThat(got.text("/error_code")).isEqualTo("BAD_VALUE");
        assertThat(got.text("/correlation_id")).isNotEmpty();
    }

    @Test
    void the_page_leads_back_with_its_id_filled_in() {
        var page = page();
        var path = page.text("/redirect_url").substring(client.url("").length());

        var back = client.get(path + "?decision=approve").header("Location");

        assertThat(page.status()).isEqualTo(201);
        assertThat(back).isEqualTo("http://127.0.0.1/back?hpp=" + page.text("/session_id"));
    }

    @Test
    void a_key_is_all_that_counts_and_the_ids_are_in_the_headers() {
        var order = "/ordermanagement/v1/orders/" + order();

        var first = call("POST", order + "/captures", "{\"captured_amount\": 4000}", "key-1");
        var again = call("POST", order + "/captures", "{\"captured_amount\": 5000}", "key-1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.response().body()).isEmpty();
        assertThat(first.header("Location")).endsWith(first.header("Capture-Id"));
        assertThat(again.header("Capture-Id")).isEqualTo(first.header("Capture-Id"));
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 4000");
        assertThat(call("GET", order, "", "").text("/status")).isEqualTo("PART_CAPTURED");
    }

    @Test
    void what_the_state_does_not_allow_is_forbidden() {
        var order = "/ordermanagement/v1/orders/" + order();

        var early = call("POST", order + "/release-remaining-authorization", "", "key-2");
        var refund = call("POST", order + "/refunds", "{\"refunded_amount\": 1}", "key-3");
        call("POST", order + "/captures", "{\"captured_amount\": 1}", "key-4");
        var cancel = call("POST", order + "/cancel", "", "key-5");

        assertThat(early.status()).isEqualTo(403);
        assertThat(refund.text("/error_code")).isEqualTo("REFUND_NOT_ALLOWED");
        assertThat(cancel.text("/error_code")).isEqualTo("CANCEL_NOT_ALLOWED");
    }

    @Test
    void an_order_that_was_never_placed_is_no_order() {
        var page = page();
        var path = "/hpp/v1/sessions/" + page.text("/session_id");

        assertThat(call("GET", path, "", "").text("/status")).isEqualTo("WAITING");
        assertThat(call("DELETE", path, "", "").status()).isEqualTo(204);
        assertThat(call("GET", path, "", "").text("/status")).isEqualTo("DISABLED");
        assertThat(client.ledger(reference)).isEmpty();
    }
}
