package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Captures, voids, refunds and increments: the provider never lets money be invented. */
class MoneyTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    private String authorized(String tags) {
        var order =
                Client.order(
                        reference,
                        "ada+" + tags + "@example.com",
                        ", \"webhook_url\": \"" + RUNNING.webhooks().url() + '"');
        return "/payments/" + client.post("/payments", reference, order).text("/id");
    }

    private Client.Got change(String payment, String what, String key, String body) {
        return client.post(payment + '/' + what, reference + key, body);
    }

    private Client.Got now(String payment) {
        return client.get("/sandbox/v1" + payment);
    }

    private void awaitWebhooks(String type) {
        Eventually.until(
                SOON, type, () -> RUNNING.webhooks().types(reference).equals(List.of(type)));
    }

    @Test
    void a_payment_is_captured_in_parts_voided_in_part_and_refunded_oldest_first() {
        var payment = authorized("");
        assertThat(change(payment, "captures", "c1", "{\"amount\": 1000}").text("/payment/status"))
                .isEqualTo("partially_captured");
        change(payment, "captures", "c2", "{\"amount\": 2000, \"reference\": \"inv-2\"}");
        change(payment, "voids", "v1", "{\"amount\": 500}");
        assertThat(now(payment).number("/amount_capturable")).isEqualTo(3040);
        assertThat(change(payment, "voids", "v2", "{}").number("/amount")).isEqualTo(3040);
        assertThat(now(payment).text("/status")).isEqualTo("captured");
        change(payment, "refunds", "r1", "{\"amount\": 1500, \"reason\": \"too big\"}");
        assertThat(now(payment).number("/captures/0/amount_refunded")).isEqualTo(1000);
        assertThat(now(payment).number("/captures/1/amount_refunded")).isEqualTo(500);
        assertThat(now(payment).text("/captures/1/reference")).isEqualTo("inv-2");
        assertThat(change(payment, "refunds", "r2", "{}").number("/amount")).isEqualTo(1500);
        assertThat(now(payment).number("/amount_refunded")).isEqualTo(3000);
        assertThat(client.ledger(reference))
                .containsExactly(
                        "authorize 6540",
                        "capture 1000",
                        "capture 2000",
                        "void 500",
                        "void 3040",
                        "refund 1500",
                        "refund 1500");
    }

    @Test
    void nothing_captured_is_voided_in_full() {
        var payment = authorized("");
        assertThat(change(payment, "voids", "v", "{}").text("/payment/status")).isEqualTo("voided");
        assertThat(change(payment, "captures", "c", "{}").error()).isEqualTo("invalid_state");
        assertThat(change(payment, "voids", "v2", "{}").status()).isEqualTo(409);
    }

    @Test
    void a_refund_may_name_its_capture() {
        var payment = authorized("");
        change(payment, "captures", "c1", "{\"amount\": 1000}");
        var second = change(payment, "captures", "c2", "{\"amount\": 2000}").text("/id");
        var body = "{\"capture_id\": \"%s\", \"amount\": %d}";
        assertThat(change(payment, "refunds", "r1", body.formatted(second, 2001)).error())
                .isEqualTo("amount_exceeds_captured");
        change(payment, "refunds", "r2", body.formatted(second, 2000));
        assertThat(now(payment).number("/captures/0/amount_refunded")).isZero();
        assertThat(now(payment).number("/captures/1/amount_refunded")).isEqualTo(2000);
    }

    @Test
    void more_than_is_left_is_refused_and_changes_nothing() {
        var payment = authorized("");
        var tooMuch = change(payment, "captures", "c1", "{\"amount\": 6541}");
        assertThat(tooMuch.status()).isEqualTo(422);
        assertThat(tooMuch.error()).isEqualTo("amount_exceeds_authorized");
        assertThat(change(payment, "voids", "v1", "{\"amount\": 6541}").error())
                .isEqualTo("amount_exceeds_authorized");
        assertThat(change(payment, "refunds", "r1", "{\"amount\": 1}").error())
                .isEqualTo("invalid_state");
        change(payment, "captures", "c2", "{\"amount\": 100}");
        assertThat(change(payment, "refunds", "r2", "{\"amount\": 101}").error())
                .isEqualTo("amount_exceeds_captured");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 100");
        assertThat(client.operation(reference + "c1").text("/status")).isEqualTo("failed");
    }

    @Test
    void many_captures_and_refunds_at_once_never_exceed_what_there_is() {
        var payment = authorized("");
        assertThat(succeeded(payment, "captures", 4000)).isEqualTo(1);
        assertThat(succeeded(payment, "refunds", 1500)).isEqualTo(2);
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 4000", "refund 1500", "refund 1500");
    }

    private long succeeded(String payment, String what, long amount) {
        var calls =
                IntStream.range(0, 32)
                        .mapToObj(
                                number ->
                                        client.later(
                                                client.posting(
                                                                payment + '/' + what,
                                                                reference + what + number,
                                                                "{\"amount\": " + amount + '}')
                                                        .build()))
                        .toList();
        return calls.stream().filter(call -> call.join().statusCode() == 201).count();
    }

    @Test
    void an_increment_raises_what_can_be_captured() {
        var payment = authorized("");
        var body = "{\"additional_amount\": 460, \"reason\": \"shipping\"}";
        var increment = change(payment, "incremental_authorizations", "i1", body);
        assertThat(increment.number("/previously_authorized_amount")).isEqualTo(6540);
        assertThat(increment.number("/amount")).isEqualTo(7000);
        assertThat(increment.number("/payment/amount_capturable")).isEqualTo(7000);
        var greedy = "{\"additional_amount\": 9223372036854775807}";
        assertThat(change(payment, "incremental_authorizations", "i2", greedy).error())
                .isEqualTo("limit_exceeded");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "authorize 460");
    }

    @Test
    void capture_declined_is_refused() {
        var payment = authorized("capture-declined");
        var refused = change(payment, "captures", "c1", "{}");
        assertThat(refused.status()).isEqualTo(402);
        assertThat(refused.error()).isEqualTo("capture_refused");
        assertThat(now(payment).number("/amount_capturable")).isEqualTo(6540);
        assertThat(client.operation(reference + "c1").error()).isEqualTo("capture_refused");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void capture_declined_leaves_an_automatic_payment_authorized() {
        var order =
                Client.order(
                        reference, "a+capture-declined@b.example", ", \"capture\": \"automatic\"");
        var payment = client.post("/payments", reference, order);
        assertThat(payment.text("/status")).isEqualTo("authorized");
        assertThat(payment.number("/amount_capturable")).isEqualTo(6540);
        assertThat(payment.text("/captures/0/status")).isEqualTo("failed");
        assertThat(payment.text("/captures/0/error/code")).isEqualTo("capture_refused");
    }

    @Test
    void capture_timeout_is_done_without_an_answer() {
        var payment = authorized("capture-timeout");
        var patience = Duration.ofSeconds(1);
        assertThat(client.answers(payment + "/captures", reference + "c", "{}", patience))
                .isFalse();
        var operation = client.operation(reference + "c");
        assertThat(operation.text("/type")).isEqualTo("capture");
        assertThat(operation.text("/status")).isEqualTo("succeeded");
        assertThat(change(payment, "captures", "c", "{}").status()).isEqualTo(201);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 6540");
    }

    @Test
    void capture_pending_is_charged_by_webhook() {
        var payment = authorized("capture-pending");
        var capture = change(payment, "captures", "c", "{\"amount\": 5000}");
        assertThat(capture.text("/status")).isEqualTo("pending");
        assertThat(capture.number("/payment/amount_capturable")).isEqualTo(1540);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        awaitWebhooks("capture.succeeded");
        assertThat(now(payment).text("/captures/0/status")).isEqualTo("succeeded");
        assertThat(client.operation(reference + "c").text("/status")).isEqualTo("succeeded");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 5000");
    }

    @Test
    void refund_declined_is_refused_and_gives_its_amount_back() {
        var payment = authorized("refund-declined");
        change(payment, "captures", "c", "{}");
        assertThat(change(payment, "refunds", "r", "{\"amount\": 100}").error())
                .isEqualTo("refund_refused");
        assertThat(now(payment).number("/captures/0/amount_refunded")).isZero();
    }

    @Test
    void refund_timeout_is_done_without_an_answer() {
        var payment = authorized("refund-timeout");
        change(payment, "captures", "c", "{}");
        var patience = Duration.ofSeconds(1);
        assertThat(client.answers(payment + "/refunds", reference + "r", "{}", patience)).isFalse();
        assertThat(client.operation(reference + "r").text("/status")).isEqualTo("succeeded");
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 6540", "refund 6540");
    }

    @Test
    void refund_pending_is_paid_back_by_webhook_and_reserved_until_then() {
        var payment = authorized("refund-pending");
        change(payment, "captures", "c", "{}");
        assertThat(change(payment, "refunds", "r", "{\"amount\": 6000}").text("/status"))
                .isEqualTo("pending");
        assertThat(change(payment, "refunds", "r2", "{\"amount\": 541}").error())
                .isEqualTo("amount_exceeds_captured");
        awaitWebhooks("refund.succeeded");
        assertThat(now(payment).number("/amount_refunded")).isEqualTo(6000);
    }

    @Test
    void refund_review_waits_for_a_decision() {
        var payment = authorized("refund-review");
        change(payment, "captures", "c", "{}");
        var refund = change(payment, "refunds", "r", "{\"amount\": 6000}");
        assertThat(refund.text("/status")).isEqualTo("review");
        assertThat(client.operation(reference + "r").text("/status")).isEqualTo("review");
        var decision =
                "{\"merchant_reference\": \"%s\", \"decision\": \"decline\"}".formatted(reference);
        assertThat(client.simulator("POST", "/refunds", decision).text("/status"))
                .isEqualTo("failed");
        awaitWebhooks("refund.failed");
        assertThat(now(payment).text("/refunds/0/error/code")).isEqualTo("refund_refused");
        assertThat(now(payment).number("/captures/0/amount_refunded")).isZero();
        assertThat(client.simulator("POST", "/refunds", decision).status()).isEqualTo(404);
    }

    @Test
    void void_declined_is_refused() {
        var payment = authorized("void-declined");
        var refused = change(payment, "voids", "v", "{}");
        assertThat(refused.status()).isEqualTo(402);
        assertThat(refused.error()).isEqualTo("void_refused");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void a_void_before_the_authorization_ends_the_payment_without_money() {
        var payment = authorized("pending-approved");
        assertThat(change(payment, "voids", "v", "{}").text("/payment/status"))
                .isEqualTo("cancelled");
        Eventually.until(
                SOON,
                "the decision would have come",
                () -> System.currentTimeMillis() > created(now(payment).json()) + 2_300);
        assertThat(now(payment).text("/status")).isEqualTo("cancelled");
        assertThat(client.ledger(reference)).isEmpty();
    }

    private static long created(JsonNode payment) {
        return Instant.parse(payment.get("created").asString()).toEpochMilli();
    }
}
