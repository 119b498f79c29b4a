package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Klarna's dialect refuses what Klarna refuses. The usual course is the connector's conformance
 * kit.
 */
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

    private static final String CUSTOMER_TOKEN =
            """
            {"purchase_country": "DE", "purchase_currency": "EUR", "locale": "de-DE",
             "description": "Lamps", "intended_use": "SUBSCRIPTION"}\
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
        var page = page("{\"place_order_mode\": \"PLACE_ORDER\"}");
        decide(page, "approve");
        return call("GET", "/hpp/v1/sessions/" + page.text("/session_id"), "", "")
                .text("/order_id");
    }

    private Client.Got decide(Client.Got page, String decision) {
        return client.get(
                page.text("/redirect_url").substring(client.url("").length())
                        + "?decision="
                        + decision);
    }

    private Client.Got page(String options) {
        return page(SESSION.formatted(reference, ""), options);
    }

    private Client.Got page(String order, String options) {
        var session = call("POST", "/payments/v1/sessions", order, "");
        return call(
                "POST",
                "/hpp/v1/sessions",
                """
                {"payment_session_url": "http://x/payments/v1/sessions/%s",
                 "merchant_urls": {"success": "http://127.0.0.1/back?hpp={{session_id}}"},
                 "options": %s}\
                """
                        .formatted(session.text("/session_id"), options),
                "");
    }

    /** Klarna's OpenAPI requires the region in US and AU (klarna-python-sdk address-1.md:23). */
    @Test
    void an_address_in_the_united_states_has_its_state() {
        var session =
                SESSION.formatted(reference, "")
                        .replace("\"DE\"", "\"US\"")
                        .replace("\"EUR\"", "\"USD\"")
                        .replace(
                                "\"billing_address\": {",
                                "\"billing_address\": {\"street_address\": \"1 Navy Yard\","
                                        + " \"country\": \"US\", ");

        assertThat(call("POST", "/payments/v1/sessions", session, "").text("/error_code"))
                .isEqualTo("BAD_VALUE");
        assertThat(
                        call(
                                        "POST",
                                        "/payments/v1/sessions",
                                        session.replace(
                                                "\"1 Navy Yard\",",
                                                "\"1 Navy Yard\", \"region\": \"CA\","),
                                        "")
                                .status())
                .isEqualTo(200);
    }

    @Test
    void without_the_shared_secret_there_is_an_error_with_its_correlation_id() {
        var got = client.get("/klarna/ordermanagement/v1/orders/1");

        assertThat(got.status()).isEqualTo(401);
        assertThat(got.text("/error_code")).isEqualTo("UNAUTHORIZED");
        assertThat(got.header("Klarna-Correlation-Id"))
                .isNotEmpty()
                .isEqualTo(got.text("/correlation_id"));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"DE\"',   '\"de\"',                        a country in small letters",
        "'\"EUR\"',  '\"eur\"',                       a currency in small letters",
        "'\"intent\"', '\"locale\": \"DE-de\", \"intent\"', a locale in other letters",
        "'\"intent\"', '\"design\": \"x\", \"intent\"',  a field that paylater does not send"
    })
    void what_klarna_overlooks_is_overlooked(String right, String other, String what) {
        var body = SESSION.formatted(reference, "").replaceFirst(right, other);

        assertThat(call("POST", "/payments/v1/sessions", body, "").status())
                .as(what)
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "6540,       6541,      order lines that miss the order amount",
        "3270,       3271,      a line that is not quantity times price",
        "'\"buy\"',  '\"sell\"', an intent that does not exist",
        "Lamp\",     Lamp\"; ,   no JSON",
        "6540,       '\"65.40\"', an amount that is no integer",
        "'\"EUR\"', '\"USD\"',  a currency that is not the country's"
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
        var page = page("{\"place_order_mode\": \"PLACE_ORDER\"}");

        var back = decide(page, "approve").header("Location");

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
        var page = page("{}");
        var path = "/hpp/v1/sessions/" + page.text("/session_id");

        assertThat(call("GET", path, "", "").text("/status")).isEqualTo("WAITING");
        assertThat(call("DELETE", path, "", "").status()).isEqualTo(204);
        assertThat(call("GET", path, "", "").text("/status")).isEqualTo("DISABLED");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void a_session_is_read_and_updated_until_it_is_an_order_again() {
        var created = call("POST", "/payments/v1/sessions", SESSION.formatted(reference, ""), "");
        var path = "/payments/v1/sessions/" + created.text("/session_id");

        var half = call("POST", path, "{\"order_amount\": 100}", "");
        var whole =
                call(
                        "POST",
                        path,
                        """
                        {"order_amount": 100, "order_lines": [{"name": "Bulb", "quantity": 1,
                         "unit_price": 100, "total_amount": 100}]}\
                        """,
                        "");
        var read = call("GET", path, "", "");

        assertThat(half.text("/error_code")).isEqualTo("BAD_VALUE");
        assertThat(whole.status()).isEqualTo(204);
        assertThat(read.number("/order_amount")).isEqualTo(100);
        assertThat(read.text("/order_lines/0/name")).isEqualTo("Bulb");
        assertThat(read.text("/status")).isEqualTo("incomplete");
        assertThat(read.text("/client_token")).isEqualTo(created.text("/client_token"));
        assertThat(call("GET", path + "x", "", "").status()).isEqualTo(404);
    }

    @Test
    void without_a_place_order_mode_the_merchant_places_the_order_with_a_token() {
        var page = page("{}");
        var path = "/hpp/v1/sessions/" + page.text("/session_id");
        var back = decide(page, "approve").header("Location");
        var read = call("GET", path, "", "");
        var token = read.text("/authorization_token");
        var order = "/payments/v1/authorizations/" + token + "/order";
        var body = SESSION.formatted(reference, "");

        assertThat(back).isEqualTo("http://127.0.0.1/back?hpp=" + page.text("/session_id"));
        assertThat(read.text("/status")).isEqualTo("COMPLETED");
        assertThat(client.ledger(reference)).isEmpty();
        assertThat(call("POST", order, body.replace("6540", "3270"), "").status()).isEqualTo(400);
        var other = body.replace("6540", "3270").replace("\"quantity\": 2", "\"quantity\": 1");
        assertThat(call("POST", order, other, "").status()).isEqualTo(409);

        var placed = call("POST", order, body, "");

        assertThat(placed.status()).isEqualTo(200);
        assertThat(placed.text("/fraud_status")).isEqualTo("ACCEPTED");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        assertThat(
                        call(
                                        "GET",
                                        "/ordermanagement/v1/orders/" + placed.text("/order_id"),
                                        "",
                                        "")
                                .text("/status"))
                .isEqualTo("AUTHORIZED");
        assertThat(call("POST", order, body, "").text("/order_id"))
                .as("a token is one order")
                .isEqualTo(placed.text("/order_id"));
        assertThat(call("POST", order, body.replace("Lamp", "Bulb"), "").status()).isEqualTo(409);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void an_authorization_may_be_given_back() {
        var path = authorization(SESSION.formatted(reference, ""));

        assertThat(call("DELETE", path, "", "").status()).isEqualTo(204);

        assertThat(call("POST", path + "/order", SESSION.formatted(reference, ""), "").status())
                .isEqualTo(404);
        assertThat(call("DELETE", path, "", "").status()).isEqualTo(404);
        assertThat(client.ledger(reference)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "buy,              403, only what was asked for",
        "tokenize,         200, the token alone",
        "buy_and_tokenize, 200, the token with an order"
    })
    void an_authorization_becomes_a_customer_token(String intent, int status, String what) {
        var session = SESSION.formatted(reference, "").replace("\"buy\"", '"' + intent + '"');

        var got = call("POST", authorization(session) + "/customer-token", CUSTOMER_TOKEN, "");

        assertThat(got.status()).as(what).isEqualTo(status);
        assertThat(got.text(status == 200 ? "/token_id" : "/error_code")).isNotEmpty();
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void no_token_comes_of_an_authorization_that_is_an_order() {
        var session = SESSION.formatted(reference, "").replace("\"buy\"", "\"buy_and_tokenize\"");
        var path = authorization(session);
        call("POST", path + "/order", session, "");

        assertThat(call("POST", path + "/customer-token", CUSTOMER_TOKEN, "").text("/error_code"))
                .isEqualTo("INVALID_OPERATION");
    }

    @Test
    void a_customer_token_is_ordered_with_once_a_key_until_it_is_cancelled() {
        var session = SESSION.formatted(reference, "").replace("\"buy\"", "\"buy_and_tokenize\"");
        var token =
                "/customer-token/v1/tokens/"
                        + call(
                                        "POST",
                                        authorization(session) + "/customer-token",
                                        CUSTOMER_TOKEN,
                                        "")
                                .text("/token_id");
        var body =
                """
                {"purchase_currency": "EUR", "order_amount": 6540, "order_tax_amount": 0,
                 "merchant_reference1": "%s", "auto_capture": true,
                 "order_lines": [{"name": "Lamp", "quantity": 2, "unit_price": 3270,
                                  "total_amount": 6540}]}\
                """
                        .formatted(reference);

        var first = call("POST", token + "/order", body, "key-" + reference);
        var again = call("POST", token + "/order", body, "key-" + reference);
        var untaxed = call("POST", token + "/order", body.replace("order_tax_amount", "x"), "");
        var active = call("GET", token, "", "");
        var cancelled = call("PATCH", token + "/status", "{\"status\": \"CANCELLED\"}", "");
        var refused = call("POST", token + "/order", body, "");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("/fraud_status")).isEqualTo("ACCEPTED");
        assertThat(again.text("/order_id")).isEqualTo(first.text("/order_id"));
        assertThat(untaxed.text("/error_code")).isEqualTo("BAD_VALUE");
        assertThat(active.text("/status")).isEqualTo("ACTIVE");
        assertThat(active.text("/payment_method_type")).isEqualTo("INVOICE");
        assertThat(cancelled.status()).isEqualTo(202);
        assertThat(call("GET", token, "", "").text("/status")).isEqualTo("CANCELLED");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("/error_code")).isEqualTo("TOKEN_CANCELLED");
        assertThat(call("POST", token + "x/order", body, "").text("/error_code"))
                .isEqualTo("TOKEN_NOT_FOUND");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 6540");
    }

    /** The path of what a customer has given on a page. */
    private String authorization(String session) {
        var page = page(session, "{\"place_order_mode\": \"NONE\"}");
        decide(page, "approve");
        return "/payments/v1/authorizations/"
                + call("GET", "/hpp/v1/sessions/" + page.text("/session_id"), "", "")
                        .text("/authorization_token");
    }

    @Test
    void what_is_unknown_is_said_in_klarnas_words() {
        var order = "/ordermanagement/v1/orders/" + order();

        assertThat(call("GET", order + "x", "", "").text("/error_code")).isEqualTo("NOT_FOUND");
        assertThat(call("GET", order + "/captures/x", "", "").text("/error_code"))
                .isEqualTo("NO_SUCH_CAPTURE");
        assertThat(call("POST", order + "/captures/x/shipping-info", "{}", "").text("/error_code"))
                .isEqualTo("NO_SUCH_CAPTURE");
    }

    @Test
    void a_parcel_is_shown_with_its_capture_once_for_each_key() {
        var order = "/ordermanagement/v1/orders/" + order();
        var capture =
                call("POST", order + "/captures", "{\"captured_amount\": 1000}", "")
                        .header("Capture-Id");
        var path = order + "/captures/" + capture + "/shipping-info";
        var parcel =
                """
                {"shipping_info": [{"shipping_company": "DHL", "tracking_number": "0034",
                  "tracking_uri": "https://track.example/0034"}]}
                """;

        assertThat(call("POST", path, parcel, "key-" + reference).status()).isEqualTo(204);
        assertThat(call("POST", path, parcel, "key-" + reference).status()).isEqualTo(204);

        var shown = call("GET", order, "", "");
        assertThat(shown.text("/captures/0/shipping_info/0/tracking_number")).isEqualTo("0034");
        assertThat(shown.json().at("/captures/0/shipping_info")).hasSize(1);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 1000");
        for (var wrong :
                List.of(
                        "{}",
                        "{\"shipping_info\": []}",
                        parcel.replace("0034\",", "0".repeat(101) + "\","),
                        parcel.replace("\"DHL\"", "7"))) {
            assertThat(call("POST", path, wrong, "").text("/error_code")).isEqualTo("BAD_VALUE");
        }
    }

    @Test
    void a_page_whose_time_is_over_is_gone() {
        var tagged = SESSION.formatted(reference, "+redirect-expired");
        var page = page(tagged, "{\"place_order_mode\": \"PLACE_ORDER\"}");
        var path = "/hpp/v1/sessions/" + page.text("/session_id");

        assertThat(call("GET", path, "", "").text("/status")).isEqualTo("WAITING");
        Eventually.until(
                Duration.ofSeconds(10),
                "the page is gone",
                () -> call("GET", path, "", "").status() == 404);
        assertThat(call("GET", path, "", "").text("/error_code")).isEqualTo("NOT_FOUND");
    }
}
