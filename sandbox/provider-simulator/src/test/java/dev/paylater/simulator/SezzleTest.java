package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Sezzle refuses and what it puts up with, as its guide and its own plugins say. */
class SezzleTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String SESSION =
            """
            {"cancel_url": {"href": "https://m/b", "method": "GET"},
             "complete_url": {"href": "https://m/a", "method": "GET"},
             "customer": {"email": "ada@example.com"},
             "order": {"intent": "AUTH", "reference_id": "pay_1_1", "description": "d",
               "order_amount": {"amount_in_cents": 2000, "currency": "USD"},
               "items": [{"name": "Lamp", "quantity": 1,
                          "price": {"amount_in_cents": 1, "currency": "USD"}}],
               "discounts": [{"amount_in_cents": 0, "currency": "USD"}]}}\
            """;

    private static final String ORDER =
            """
            {"intent": "AUTH", "reference_id": "%s",
             "order_amount": {"amount_in_cents": 700, "currency": "USD"}}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 201",
                "\"email\" | \"mail\" | 201",
                "\"GET\" | \"POST\" | 201",
                "\"intent\": \"AUTH\", | \"locale\": \"en_US\", | 201",
                "\"AUTH\" | \"SALE\" | 422",
                "pay_1_1 | pay 1 | 422",
                "2000 | \"2000\" | 422",
                "2000 | 20.5 | 422",
                "\"description\" | \"text\" | 422",
                "complete_url | success_url | 422",
                "USD | US | 422",
                "} | ] | 400"
            },
            quoteCharacter = '~')
    void sezzle_takes_what_its_guide_says(String found, String instead, int status) {
        var got = write("/session", SESSION.replace(found, instead));

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 201 ? "/order/checkout_url" : "/0/code")).isNotBlank();
    }

    @Test
    void a_token_is_had_for_both_keys() {
        var keys = "{\"public_key\": \"%s\", \"private_key\": \"sandbox_strict\"}";

        assertThat(write("/authentication", keys.formatted("sandbox_strict")))
                .returns(201, Client.Got::status)
                .returns("token_strict", got -> got.text("/token"));
        assertThat(write("/authentication", keys.formatted("sandbox_other")))
                .returns(401, Client.Got::status);
    }

    @Test
    void an_order_is_captured_released_and_refunded_in_parts_each_once_for_its_request_id() {
        var order = opened("pay_parts_1");
        assertThat(read(order).json().has("authorization")).isFalse();
        decide(order, "approve");
        assertThat(write("/order/" + order + "/refund", cents(100)).status()).isEqualTo(422);

        var capture = "{\"capture_amount\": " + cents(1200) + "}";
        var captured = keyed(order, "capture", capture);
        assertThat(keyed(order, "capture", capture).text("/uuid"))
                .isEqualTo(captured.text("/uuid"));
        keyed(order, "release", cents(800));
        keyed(order, "refund", cents(500));

        var seen = read(order).json();
        assertThat(seen.path("checkout_status").asString()).isEqualTo("complete");
        for (var list : new String[] {"captures", "releases", "refunds"}) {
            assertThat(seen.at("/authorization/" + list)).as(list).hasSize(1);
        }
        assertThat(seen.at("/authorization/captures/0/uuid").asString())
                .isEqualTo(captured.text("/uuid"));
        assertThat(client.ledger("pay_parts"))
                .containsExactly("authorize 2000", "capture 1200", "void 800", "refund 500");
        assertThat(write("/order/" + order + "/release", cents(1)).status()).isEqualTo(422);
    }

    @Test
    void a_checkout_is_deleted_until_the_customer_has_completed_it() {
        var left = opened("pay_left_1");
        assertThat(delete(left)).isEqualTo(204);
        assertThat(read(left).text("/checkout_status")).isEqualTo("deleted");

        var completed = opened("pay_completed_1");
        decide(completed, "approve");
        assertThat(delete(completed)).isEqualTo(422);
        assertThat(keyed(completed, "release", cents(2000)).status()).isEqualTo(200);
        assertThat(read(completed).text("/checkout_status")).isEqualTo("deleted");
    }

    @Test
    void a_customer_who_agreed_is_named_by_the_sessions_token_and_orders_without_a_page() {
        var session = asked("pay_consent_1", "ada@example.com");
        var token = "/token/" + session.text("/tokenize/token") + "/session";
        assertThat(at(token).json().has("customer")).isFalse();

        var back = decide(session.text("/order/uuid"), "approve").header("Location");

        var customer = at(token).text("/customer/uuid");
        assertThat(back).isEqualTo("https://m/a?customer-uuid=" + customer);
        assertThat(at("/customer/" + customer).text("/token_expiration")).isNotBlank();
        var preapproved = write("/customer/" + customer + "/preapprove", cents(500));
        assertThat(preapproved.json().path("approved").asBoolean()).isTrue();
        var order = ordered(customer, "pay_later_1");
        assertThat(order.status()).isEqualTo(200);
        assertThat(order.json().at("/authorization/approved").asBoolean()).isTrue();
        assertThat(order.json().has("checkout_status")).isFalse();
        assertThat(ordered(customer, "pay_later_1").text("/uuid")).isEqualTo(order.text("/uuid"));
        assertThat(read(order.text("/uuid")).text("/checkout_status")).isEqualTo("complete");
        assertThat(client.ledger("pay_later")).containsExactly("authorize 700");
    }

    @Test
    void who_did_not_agree_or_has_withdrawn_orders_nothing_without_a_page() {
        var refusing = asked("pay_alone_1", "ada+no-mandate@example.com");
        var back = decide(refusing.text("/order/uuid"), "approve").header("Location");
        assertThat(back).isEqualTo("https://m/a");
        assertThat(client.ledger("pay_alone")).containsExactly("authorize 2000");
        assertThat(at("/token/" + refusing.text("/tokenize/token") + "/session"))
                .returns(200, Client.Got::status)
                .matches(got -> !got.json().has("customer"));

        var customer = agreed("pay_withdrawn_1", "ada@example.com");
        assertThat(client.send(request("/customer/" + customer).DELETE().build()).status())
                .isEqualTo(204);
        assertThat(at("/customer/" + customer).status()).isEqualTo(404);
        assertThat(ordered(customer, "pay_later_2").status()).isEqualTo(404);
        assertThat(ordered("none-such", "pay_later_3").status()).isEqualTo(404);
        assertThat(at("/token/none-such/session").status()).isEqualTo(404);
    }

    @Test
    void an_order_that_is_not_approved_is_answered_with_200() {
        var customer = agreed("pay_poor_1", "ada+mandate-declined@example.com");

        var preapproved = write("/customer/" + customer + "/preapprove", cents(500));
        assertThat(preapproved.json().path("approved").asBoolean(true)).isFalse();
        var order = ordered(customer, "pay_declined_1");

        assertThat(order.status()).isEqualTo(200);
        assertThat(order.json().at("/authorization/approved").asBoolean(true)).isFalse();
        assertThat(client.ledger("pay_declined")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"x | x | 200", "AUTH | SALE | 422", "pay_x_1 | pay 1 | 422", "700 | 0 | 422"})
    void an_order_without_its_customer_says_what_it_is_for(
            String found, String instead, int status) {
        var customer = agreed("pay_strict_1", "ada@example.com");
        var body = ORDER.formatted("pay_x_1").replace(found, instead);

        assertThat(write("/customer/" + customer + "/order", body).status()).isEqualTo(status);
    }

    @Test
    void another_account_does_not_see_an_order() {
        var order = opened("pay_mine_1");
        var request = HttpRequest.newBuilder(url("/order/" + order));

        assertThat(client.send(request.header("Authorization", "Bearer token_else").build()))
                .returns(404, Client.Got::status);
    }

    private Client.Got asked(String reference, String email) {
        return write(
                "/session",
                SESSION.replace("pay_1_1", reference)
                        .replace(
                                "\"email\": \"ada@example.com\"",
                                "\"tokenize\": true, \"email\": \"" + email + "\""));
    }

    private String agreed(String reference, String email) {
        var session = asked(reference, email);
        decide(session.text("/order/uuid"), "approve");
        return at("/token/" + session.text("/tokenize/token") + "/session").text("/customer/uuid");
    }

    private Client.Got ordered(String customer, String reference) {
        return client.send(
                request("/customer/" + customer + "/order")
                        .header("Sezzle-Request-Id", reference)
                        .POST(BodyPublishers.ofString(ORDER.formatted(reference)))
                        .build());
    }

    private String opened(String reference) {
        return write("/session", SESSION.replace("pay_1_1", reference)).text("/order/uuid");
    }

    private Client.Got decide(String order, String decision) {
        var page = client.url("/pages/sezzle/" + order + "?decision=" + decision);
        return client.send(HttpRequest.newBuilder(URI.create(page)).build());
    }

    private static String cents(long amount) {
        return "{\"amount_in_cents\": %d, \"currency\": \"USD\"}".formatted(amount);
    }

    private Client.Got keyed(String order, String operation, String body) {
        return client.send(
                request("/order/" + order + "/" + operation)
                        .header("Sezzle-Request-Id", order + operation)
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    private int delete(String order) {
        return client.send(request("/order/" + order + "/checkout").DELETE().build()).status();
    }

    private Client.Got read(String order) {
        return at("/order/" + order);
    }

    private Client.Got at(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body) {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url(path)).header("Authorization", "Bearer token_strict");
    }

    private URI url(String path) {
        return URI.create(client.url("/sezzle/v2" + path));
    }
}
