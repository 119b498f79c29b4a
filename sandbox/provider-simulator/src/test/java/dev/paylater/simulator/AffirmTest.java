package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Affirm refuses and what it puts up with, and how a transaction of its stands. */
class AffirmTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String KEYS =
            Base64.getEncoder().encodeToString("sandbox_strict:sandbox_strict".getBytes(UTF_8));

    /** As recorded: the line, tax and shipping do not make the total. */
    private static final String CHECKOUT =
            """
            {"merchant": {"public_api_key": "p", "user_confirmation_url": "https://m/a",
              "user_cancel_url": "https://m/b"},
             "billing": {"name": {"full": "John Bar"}, "address": {"country": "US"}},
             "items": [{"display_name": "Pants", "sku": "P", "unit_price": 1999, "qty": 3}],
             "currency": "USD", "tax_amount": 2500, "shipping_amount": 999, "total": 25000}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                "\"US\" | \"USA\" | 200",
                "\"currency\" | \"unknown\" | 200",
                "\"items\" | \"lines\" | 200",
                "USD | CAD | 200",
                "USD | EUR | 400",
                "25000 | 0 | 400",
                "25000 | 250.00 | 400",
                "public_api_key | key | 400",
                "user_cancel_url | cancel | 400"
            },
            quoteCharacter = '~')
    void affirm_takes_what_its_clients_were_recorded_with(
            String found, String instead, int status) {
        var got = write("/v2/checkout/direct", CHECKOUT.replace(found, instead), null);

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 200 ? "/redirect_url" : "/code")).isNotBlank();
    }

    @Test
    void a_checkout_is_exchanged_once_when_the_customer_has_confirmed_it() {
        var opened = opened("pay_exchange_1");
        var checkout = opened.text("/checkout_id");
        assertThat(read("/v2/checkout/" + checkout).text("/checkout_status")).isEqualTo("unknown");
        assertThat(exchange(checkout, "k1").status()).isEqualTo(400);

        confirm(opened);

        assertThat(read("/v2/checkout/" + checkout).text("/checkout_status"))
                .isEqualTo("confirmed");
        var first = exchange(checkout, "k1");
        assertThat(first.text("/id")).matches("\\w{4}-\\w{4}");
        assertThat(first.text("/status")).isEqualTo("authorized");
        assertThat(exchange(checkout, "k1").json()).isEqualTo(first.json());
        assertThat(exchange(checkout, "k2").status()).isEqualTo(403);
        assertThat(exchange(checkout, "k2").text("/type")).isEqualTo("already_authorized");
        assertThat(read("/v2/checkout/" + checkout).text("/checkout_status"))
                .isEqualTo("authorized");
        assertThat(client.ledger("pay_exchange")).containsExactly("authorize 25000");
    }

    @Test
    void what_a_transaction_does_not_allow_is_a_403_with_a_type() {
        var transaction = authorized("pay_states_1");

        assertThat(write(transaction + "/refund", "", "r0").text("/type"))
                .isEqualTo("refund_forbidden_on_authorized");
        assertThat(write(transaction + "/capture", "{\"amount\": 25001}", "c0").status())
                .isEqualTo(409);
        var captured = write(transaction + "/capture", "", "c1");
        assertThat(captured.text("/type")).isEqualTo("capture");
        assertThat(captured.number("/amount")).isEqualTo(25000);
        assertThat(write(transaction + "/capture", "", "c1").json()).isEqualTo(captured.json());
        assertThat(write(transaction + "/capture", "", "c2").text("/type"))
                .isEqualTo("already_captured");
        assertThat(write(transaction + "/void", "", "v1").text("/type"))
                .isEqualTo("void_forbidden_on_captured");
        assertThat(write(transaction + "/refund", "{\"amount\": 5000}", "r1").number("/amount"))
                .isEqualTo(5000);
        assertThat(write(transaction + "/refund", "", "r2").number("/amount")).isEqualTo(20000);
        assertThat(read(transaction).text("/status")).isEqualTo("refunded");
        assertThat(client.ledger("pay_states"))
                .containsExactly("authorize 25000", "capture 25000", "refund 5000", "refund 20000");
    }

    @Test
    void a_split_capture_leaves_a_rest_that_is_voided_with_an_amount() {
        var transaction = authorized("pay_split_1");
        var part = "{\"amount\": 10000, \"reference_id\": \"c\"}";

        assertThat(write(transaction + "/capture", part, "c").text("/type"))
                .isEqualTo("split_capture");
        assertThat(read(transaction).text("/status")).isEqualTo("partially_captured");
        var rest = "{\"amount\": 15000, \"reference_id\": \"v\"}";
        var voided = write(transaction + "/void", rest, "v");
        assertThat(voided.text("/type")).isEqualTo("void");
        assertThat(voided.json().has("amount")).isFalse();
        assertThat(read(transaction + "?expand=events").json().at("/events"))
                .extracting(event -> event.path("type").asString())
                .containsExactlyInAnyOrder("auth", "split_capture", "void");
        assertThat(read(transaction).json().at("/events")).isEmpty();
        assertThat(write(transaction, "{\"order_id\": \"R1\"}", null).text("/type"))
                .isEqualTo("update");
        assertThat(read(transaction).text("/order_id")).isEqualTo("R1");
    }

    @Test
    void what_does_not_exist_is_answered_with_xml() {
        var got = read("/v2/checkout/unknown");

        assertThat(got.status()).isEqualTo(404);
        assertThat(got.response().body()).startsWith("<?xml");
        assertThat(read("/v1/transactions/unknown").number("/status_code")).isEqualTo(404);
    }

    private Client.Got opened(String order) {
        var body = CHECKOUT.replace("\"total\"", "\"order_id\": \"" + order + "\", \"total\"");
        return write("/v2/checkout/direct", body, null);
    }

    private void confirm(Client.Got checkout) {
        var page = checkout.text("/redirect_url") + "?decision=approve";
        client.send(HttpRequest.newBuilder(URI.create(page)).build());
    }

    private String authorized(String order) {
        var checkout = opened(order);
        confirm(checkout);
        return "/v1/transactions/" + exchange(checkout.text("/checkout_id"), order).text("/id");
    }

    private Client.Got exchange(String checkout, String key) {
        return write("/v1/transactions", "{\"transaction_id\": \"" + checkout + "\"}", key);
    }

    private Client.Got read(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body, @Nullable String key) {
        var request = request(path).POST(BodyPublishers.ofString(body));
        return client.send(
                (key == null ? request : request.header("Idempotency-Key", key)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/affirm/api" + path)))
                .header("Authorization", "Basic " + KEYS);
    }
}
