package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Scalapay refuses and what it puts up with, as its OpenAPI and its clients say. */
class ScalapayTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ORDER =
            """
            {"totalAmount": {"amount": "20.00", "currency": "EUR"},
             "consumer": {"email": "ada@example.com"}, "merchantReference": "pay_1_1",
             "items": [{"name": "Lamp", "quantity": 1,
                        "price": {"amount": "1.00", "currency": "EUR"}}],
             "merchant": {"redirectConfirmUrl": "https://m/a", "redirectCancelUrl": "https://m/b"}}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                "\"20.00\" | \"20\" | 200",
                "\"20.00\" | \"20.7\" | 200",
                "\"consumer\" | \"pluginDetails\" | 200",
                "\"merchantReference\" | \"other\" | 200",
                "\"20.00\" | \"20.001\" | 400",
                "EUR | USD | 400",
                "\"items\" | \"lines\" | 400",
                "redirectCancelUrl | cancelUrl | 400",
                "} | ] | 400"
            },
            quoteCharacter = '~')
    void scalapay_takes_what_its_clients_send(String found, String instead, int status) {
        var got = write("/v2/orders", ORDER.replace(found, instead), null);

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 200 ? "/checkoutUrl" : "/errorCode")).isNotBlank();
    }

    @Test
    void an_order_waits_for_the_merchants_second_call() {
        var token = opened("pay_delayed_1");
        assertThat(states(token)).isEqualTo("created pending");
        assertThat(write("/v2/payments/" + token + "/delay", "{}", "d1").status()).isEqualTo(400);
        decide(token, "approve");
        assertThat(states(token)).isEqualTo("authorized pending");

        assertThat(write("/v2/payments/" + token + "/delay", "{}", "d1").text("/status"))
                .isEqualTo("AUTHORIZED");

        assertThat(states(token)).isEqualTo("authorized delayed");
        assertThat(write("/v2/payments/" + token + "/void", "", "v1").text("/token"))
                .isEqualTo(token);
        assertThat(states(token)).isEqualTo("expired voided");
        assertThat(client.ledger("pay_delayed")).containsExactly("authorize 2000", "void 2000");
    }

    @Test
    void an_order_is_captured_once_and_refunded_in_parts_each_once_for_its_key() {
        var token = opened("pay_captured_1");
        decide(token, "approve");
        var capture = capture(token, "12.00");
        assertThat(write("/v2/payments/capture", capture, "c1").text("/status"))
                .isEqualTo("APPROVED");
        assertThat(write("/v2/payments/capture", capture, "c2").status()).isEqualTo(400);

        var refund = "{\"refundAmount\": {\"amount\": \"5\", \"currency\": \"EUR\"}}";
        var first = write("/v2/payments/" + token + "/refund", refund, "r1");
        var again = write("/v2/payments/" + token + "/refund", refund, "r1");

        assertThat(again.text("/refundToken")).isEqualTo(first.text("/refundToken"));
        assertThat(states(token)).isEqualTo("charged captured");
        assertThat(client.ledger("pay_captured"))
                .containsExactly("authorize 2000", "capture 1200", "void 800", "refund 500");
    }

    @Test
    void an_order_is_made_once_for_its_key_and_found_by_its_reference() {
        var body = ORDER.replace("pay_1_1", "pay_found_1");
        var token = write("/v2/orders", body, "o1").text("/token");

        assertThat(write("/v2/orders", body, "o1").text("/token")).isEqualTo(token);
        assertThat(
                        read("/v2/payments/references?merchantOrderReference=pay_found_1")
                                .text("/0/orderToken"))
                .isEqualTo(token);
        assertThat(read("/v2/payments/none").text("/errorCode")).isEqualTo("invalid_token");
    }

    private String opened(String reference) {
        return write("/v2/orders", ORDER.replace("pay_1_1", reference), null).text("/token");
    }

    private String states(String token) {
        var order = read("/v2/payments/" + token);
        return order.text("/status") + " " + order.text("/captureStatus");
    }

    private static String capture(String token, String amount) {
        return "{\"token\": \"%s\", \"amount\": {\"amount\": \"%s\", \"currency\": \"EUR\"}}"
                .formatted(token, amount);
    }

    private void decide(String token, String decision) {
        var page = client.url("/pages/scalapay/" + token + "?decision=" + decision);
        client.send(HttpRequest.newBuilder(URI.create(page)).build());
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
        return HttpRequest.newBuilder(URI.create(client.url("/scalapay" + path)))
                .header("Authorization", "Bearer sandbox_strict");
    }
}
