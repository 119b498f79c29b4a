package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Tabby refuses and what it puts up with, and how a payment of its stands. */
class TabbyTest {

    @RegisterExtension static final Running RUNNING = new Running();

    /** Pre-scoring, as a shop asks whether it may offer Tabby. */
    private static final String SESSION =
            """
            {"payment": {"amount": "100.00", "currency": "AED",
              "buyer": {"email": "otp.success@tabby.ai", "phone": "500000001"}},
             "lang": "en", "merchant_code": "store", "meta": {"unknown": 1}}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                "\"100.00\" | \"100\" | 200",
                "\"100.00\" | \"100.5\" | 200",
                "\"100.00\" | \"100.001\" | 400",
                "\"100.00\" | \"0\" | 400",
                "\"100.00\" | \"much\" | 400",
                "AED | KWD | 200",
                "AED | EUR | 400",
                "\"en\" | \"fr\" | 400",
                "phone | telephone | 400",
                "merchant_code | code | 400"
            },
            quoteCharacter = '~')
    void tabby_takes_what_its_document_and_its_clients_say(
            String found, String instead, int status) {
        var got = write("/api/v2/checkout", SESSION.replace(found, instead));

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 200 ? "/payment/id" : "/errorType")).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({"fraud, not_available", "insufficient, order_amount_too_high"})
    void a_session_is_rejected_without_a_page(String tag, String reason) {
        var got = write("/api/v2/checkout", SESSION.replace("otp.success", "otp+" + tag));

        assertThat(got.text("/status")).isEqualTo("rejected");
        assertThat(got.json().at("/configuration/available_products")).isEmpty();
        assertThat(got.text("/configuration/products/installments/rejection_reason"))
                .isEqualTo(reason);
        var payment = read("/api/v2/payments/" + got.text("/payment/id"));
        assertThat(payment.text("/status")).isEqualTo("REJECTED");
    }

    @Test
    void a_payment_is_refunded_only_when_it_is_closed() {
        var payment = agreed("pay_closed_1");
        var part = "{\"amount\": \"40.00\", \"reference_id\": \"c-1\"}";

        assertThat(write(payment + "/captures", part).text("/status")).isEqualTo("AUTHORIZED");
        assertThat(write(payment + "/refunds", part).text("/error"))
                .isEqualTo("can not refund payment that has no captures and not closed");
        assertThat(write(payment + "/close", "").text("/status")).isEqualTo("CLOSED");
        assertThat(write(payment + "/close", "").text("/error")).isEqualTo("already closed");
        assertThat(write(payment + "/refunds", part).json().at("/refunds")).hasSize(1);
        assertThat(client.ledger("pay_closed"))
                .containsExactly("authorize 10000", "capture 4000", "void 6000", "refund 4000");
    }

    @Test
    void a_reference_that_is_known_is_answered_again() {
        var payment = agreed("pay_again_1");
        var all = "{\"amount\": \"100.00\", \"reference_id\": \"c-1\"}";

        var first = write(payment + "/captures", all);
        var again = write(payment + "/captures", all);

        assertThat(first.text("/status")).isEqualTo("CLOSED");
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(write(payment + "/captures", all.replace("c-1", "c-2")).text("/error"))
                .isEqualTo("could not capture not authorized payments");
        assertThat(write(payment + "/refunds", all).json().at("/refunds")).hasSize(1);
        assertThat(write(payment + "/refunds", all).json().at("/refunds")).hasSize(1);
        assertThat(client.ledger("pay_again"))
                .containsExactly("authorize 10000", "capture 10000", "refund 10000");
    }

    @Test
    void what_nobody_has_agreed_to_cannot_be_closed_or_renamed() {
        var session = write("/api/v2/checkout", SESSION);
        var payment = "/api/v2/payments/" + session.text("/payment/id");
        var renamed = "{\"order\": {\"reference_id\": \"1001\"}, \"amount\": \"1.00\"}";

        assertThat(write(payment + "/close", "").status()).isEqualTo(400);
        assertThat(put(payment, renamed).status()).isEqualTo(400);
        decide(payment, "approve");
        assertThat(put(payment, renamed).text("/order/reference_id")).isEqualTo("1001");
        assertThat(read(payment).text("/amount")).isEqualTo("100.00");
        assertThat(read("/api/v2/checkout/" + session.text("/id")).text("/payment/status"))
                .isEqualTo("AUTHORIZED");
        assertThat(read("/api/v2/payments/unknown").text("/error")).isEqualTo("no such payment");
        assertThat(read("/api/v3").response().body()).isEqualTo("404 page not found");
    }

    @Test
    void a_store_has_at_most_four_webhooks() {
        assertThat(read("/api/v1/webhooks").status()).isEqualTo(400);
        var webhook =
                "{\"url\": \"https://m.example/a\", \"header\": {\"title\": \"X-T\", \"value\":"
                        + " \"v\"}}";
        var id = store("POST", "", webhook).text("/id");
        for (var more = 0; more < 3; more++) {
            assertThat(store("POST", "", webhook).status()).isEqualTo(200);
        }
        assertThat(store("POST", "", webhook).status()).isEqualTo(400);
        assertThat(store("PUT", "/" + id, webhook.replace("/a", "/b")).text("/url"))
                .isEqualTo("https://m.example/b");
        assertThat(store("DELETE", "/" + id, "").text("/status")).isEqualTo("ok");
        assertThat(store("GET", "/" + id, "").status()).isEqualTo(404);
        assertThat(store("GET", "", "").json()).hasSize(3);
    }

    private String agreed(String reference) {
        var session =
                write(
                        "/api/v2/checkout",
                        SESSION.replace(
                                "\"buyer\"",
                                "\"order\": {\"reference_id\": \"" + reference + "\"}, \"buyer\""));
        var payment = "/api/v2/payments/" + session.text("/payment/id");
        assertThat(read(payment).text("/status")).isEqualTo("CREATED");
        decide(payment, "approve");
        assertThat(read(payment).text("/status")).isEqualTo("AUTHORIZED");
        return payment;
    }

    private void decide(String payment, String decision) {
        var page = payment.replace("/api/v2/payments", "/pages/tabby") + "?decision=" + decision;
        client.send(HttpRequest.newBuilder(URI.create(client.url(page))).build());
    }

    private Client.Got read(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body) {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private Client.Got put(String path, String body) {
        return client.send(request(path).PUT(BodyPublishers.ofString(body)).build());
    }

    private Client.Got store(String method, String path, String body) {
        return client.send(
                request("/api/v1/webhooks" + path)
                        .header("X-Merchant-Code", "store")
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/tabby" + path)))
                .header("Authorization", "Bearer sandbox_strict");
    }
}
