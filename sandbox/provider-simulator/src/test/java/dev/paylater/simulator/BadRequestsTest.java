package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The provider is strict about what it receives, and never falls over. */
class BadRequestsTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "not JSON | 400 | invalid_json | ",
                "[] | 400 | invalid_json | ",
                "{} | 400 | missing_field | merchant_reference",
                "{'merchant_reference': 5} | 422 | invalid_field | merchant_reference",
                "{'merchant_reference': 'r', 'currency': 'EUR'} | 400 | missing_field | amount",
                "{'merchant_reference': 'r', 'amount': 1} | 400 | missing_field | currency",
                "{'merchant_reference': 'r', 'amount': 1, 'currency': 'eur'} | 422 | invalid_field"
                        + " | currency",
                "{'merchant_reference': 'r', 'amount': 0, 'currency': 'EUR'} | 422 | invalid_field"
                        + " | amount",
                "{'merchant_reference': 'r', 'amount': 1.5, 'currency': 'EUR'} | 422 |"
                        + " invalid_field | amount",
                "{'merchant_reference': 'r', 'amount': '1', 'currency': 'EUR'} | 422 |"
                        + " invalid_field | amount",
                "{'merchant_reference': 'r', 'amount': 9223372036854775808, 'currency': 'EUR'} |"
                        + " 422 | invalid_field | amount",
                "{'merchant_reference': 'r', 'amount': 1, 'currency': 'EUR', 'capture': 'x'} | 422"
                        + " | invalid_field | capture",
                "{'merchant_reference': 'r', 'amount': 1, 'currency': 'EUR', 'sub_type': 'x'} | 422"
                        + " | invalid_field | sub_type",
                "{'merchant_reference': 'r', 'amount': 1, 'currency': 'EUR', 'billing': []} | 422 |"
                        + " invalid_field | billing",
                "{'merchant_reference': 'r', 'amount': 1, 'currency': 'EUR', 'billing': {'email':"
                        + " 1}} | 422 | invalid_field | billing.email"
            })
    void a_payment_that_cannot_be_read_is_refused(
            String body, int status, String code, String param) {
        var answer = client.post("/payments", Client.fresh("key"), body.replace('\'', '"'));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.error()).isEqualTo(code);
        assertThat(answer.text("/error/param")).isEqualTo(param == null ? "" : param);
    }

    @Test
    void the_largest_amount_there_is_can_be_paid_captured_and_refunded() {
        var body =
                """
                {"merchant_reference": "%s", "amount": 9223372036854775807, "currency": "KWD",
                 "capture": "automatic"}
                """
                        .formatted(reference);
        var payment = client.post("/payments", reference, body);
        assertThat(payment.text("/status")).isEqualTo("captured");
        client.post("/payments/" + payment.text("/id") + "/refunds", reference + "r", "{}");
        assertThat(client.ledger(reference))
                .containsExactly(
                        "authorize 9223372036854775807",
                        "capture 9223372036854775807",
                        "refund 9223372036854775807");
    }

    @Test
    void references_may_hold_any_character() {
        var odd = reference + " ä&=?/+%";
        client.post("/payments", reference, Client.order(odd, "a@b.example", ""));
        assertThat(client.ledger(odd)).containsExactly("authorize 6540");
    }

    @ParameterizedTest
    @CsvSource({"Bearer sandbox_", "Bearer sk_live_1", "Basic sandbox_x", "''"})
    void a_wrong_key_is_refused(String authorization) {
        var request =
                HttpRequest.newBuilder(URI.create(client.url("/sandbox/v1/payments/x")))
                        .header("Authorization", authorization)
                        .build();
        var answer = client.send(request);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("unauthorized");
    }

    @Test
    void a_write_needs_an_idempotency_key() {
        var request =
                client.request("/sandbox/v1/payments")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
        assertThat(client.send(request).error()).isEqualTo("idempotency_key_required");
        assertThat(client.post("/payments", "k".repeat(256), "{}").error())
                .isEqualTo("idempotency_key_required");
    }

    @Test
    void other_paths_and_methods_are_refused() {
        assertThat(client.get("/sandbox/v1/nothing").status()).isEqualTo(404);
        assertThat(client.payment("sbp_unknown").error()).isEqualTo("not_found");
        assertThat(client.post("/payments/sbp_unknown/captures", "k", "{}").status())
                .isEqualTo(404);
        var order = Client.order(reference, "a@b.example", "");
        var id = client.post("/payments", reference, order).text("/id");
        assertThat(client.post("/payments/" + id + "/no_such_operation", "k", "{}").status())
                .isEqualTo(404);
        var delete = client.request("/sandbox/v1/payments/" + id).DELETE().build();
        assertThat(client.send(delete).status()).isEqualTo(405);
        assertThat(client.send(delete).header("Allow")).isEqualTo("GET, POST");
    }

    @Test
    void a_body_beyond_a_mebibyte_is_refused() {
        var order = Client.order(reference, "a@b.example", "") + " ".repeat(1 << 20);
        assertThat(client.post("/payments", reference, order).status()).isEqualTo(413);
        assertThat(client.operation(reference).status()).isEqualTo(404);
    }

    @Test
    void the_simulators_own_interface_says_what_is_missing() {
        assertThat(client.get("/simulator/ledger").status()).isEqualTo(400);
        assertThat(client.get("/simulator/nothing").status()).isEqualTo(404);
        assertThat(client.get("/simulator/health").text("/status")).isEqualTo("UP");
    }
}
