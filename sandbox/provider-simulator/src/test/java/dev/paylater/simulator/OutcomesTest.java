package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every outcome tag of the sandbox that concerns the authorization. */
class OutcomesTest {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration IMPATIENT = Duration.ofSeconds(1);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");
    private final String key = reference + "_key";

    private String order(String tags) {
        return order(tags, "");
    }

    private String order(String tags, String more) {
        return Client.order(
                reference,
                tags.isEmpty() ? "ada@example.com" : "ada+" + tags + "@example.com",
                ", \"webhook_url\": \"%s\", \"return_url\": \"http://127.0.0.1:1/back?a=b\"%s"
                        .formatted(RUNNING.webhooks().url(), more));
    }

    private Client.Got pay(String tags) {
        return client.post("/payments", key, order(tags));
    }

    private Client.Got payment() {
        var all = client.get("/sandbox/v1/payments?merchant_reference=" + reference);
        return client.payment(all.text("/payments/0/id"));
    }

    private void becomes(String status) {
        Eventually.until(SOON, status, () -> payment().text("/status").equals(status));
    }

    private void awaitWebhooks(String... types) {
        Eventually.until(
                SOON,
                "webhooks " + String.join(", ", types),
                () -> RUNNING.webhooks().types(reference).size() >= types.length);
        assertThat(RUNNING.webhooks().types(reference)).containsExactly(types);
    }

    @Test
    void without_a_tag_the_payment_is_authorized_at_once() {
        var payment = pay("");
        assertThat(payment.status()).isEqualTo(201);
        assertThat(payment.text("/status")).isEqualTo("authorized");
        assertThat(payment.number("/amount_capturable")).isEqualTo(6540);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        assertThat(RUNNING.webhooks().about(reference)).isEmpty();
    }

    @Test
    void automatic_capture_is_an_authorize_and_a_capture_under_one_key() {
        var payment = client.post("/payments", key, order("", ", \"capture\": \"automatic\""));
        assertThat(payment.text("/status")).isEqualTo("captured");
        assertThat(payment.text("/captures/0/status")).isEqualTo("succeeded");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 6540");
        var entries = client.get("/simulator/ledger?merchant_reference=" + reference);
        assertThat(entries.text("/entries/0/idempotency_key")).isEqualTo(key);
        assertThat(entries.text("/entries/1/idempotency_key")).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({
        "declined, declined",
        "insufficient, insufficient_credit",
        "fraud, fraud_suspected"
    })
    void a_declined_payment_says_why(String tag, String code) {
        var own = reference + tag;
        var payment =
                client.post("/payments", own, Client.order(own, "ada+" + tag + "@b.example", ""));
        assertThat(payment.status()).isEqualTo(201);
        assertThat(payment.text("/status")).isEqualTo("declined");
        assertThat(payment.error()).isEqualTo(code);
        assertThat(payment.json().has("fraud_screening")).isEqualTo(tag.equals("fraud"));
        assertThat(client.operation(own).text("/status")).isEqualTo("failed");
        assertThat(client.ledger(own)).isEmpty();
    }

    @Test
    void invalid_data_is_an_error_and_leaves_no_payment() {
        var refused = pay("invalid");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.error()).isEqualTo("invalid_data");
        assertThat(client.operation(key).text("/status")).isEqualTo("failed");
        assertThat(client.operation(key).error()).isEqualTo("invalid_data");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void a_tag_counts_in_any_piece_of_the_local_part_and_in_any_case() {
        var body = Client.order(reference, "Declined+x@example.com", "");
        assertThat(client.post("/payments", key, body).text("/status")).isEqualTo("declined");
    }

    @Test
    void the_customers_address_counts_when_the_bill_has_none() {
        var body =
                """
                {"merchant_reference": "%s", "amount": 1, "currency": "JPY",
                 "customer": {"email": "a+declined@example.com"}, "billing": {"city": "Berlin"}}
                """
                        .formatted(reference);
        assertThat(client.post("/payments", key, body).text("/status")).isEqualTo("declined");
    }

    @Test
    void pending_approved_is_approved_by_webhook() {
        assertThat(pay("pending-approved").text("/status")).isEqualTo("pending");
        assertThat(client.ledger(reference)).isEmpty();
        awaitWebhooks("payment.authorized");
        assertThat(payment().text("/status")).isEqualTo("authorized");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void pending_declined_is_declined_by_webhook() {
        assertThat(pay("pending-declined").text("/status")).isEqualTo("pending");
        awaitWebhooks("payment.declined");
        assertThat(payment().error()).isEqualTo("declined");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void pending_silent_is_approved_without_a_word() {
        assertThat(pay("pending-silent").text("/status")).isEqualTo("pending");
        becomes("authorized");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        assertThat(RUNNING.webhooks().about(reference)).isEmpty();
    }

    @Test
    void a_payment_in_review_is_held_and_can_be_accepted() {
        var review = pay("review");
        assertThat(review.text("/status")).isEqualTo("review");
        assertThat(review.number("/amount_capturable")).isEqualTo(6540);
        assertThat(client.operation(key).text("/status")).isEqualTo("review");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        var accepted = client.post("/payments/" + review.text("/id") + "/approve", key + 2, "{}");
        assertThat(accepted.status()).isEqualTo(200);
        assertThat(accepted.text("/status")).isEqualTo("authorized");
    }

    @Test
    void a_capture_accepts_and_a_void_rejects_a_payment_in_review() {
        var id = pay("review").text("/id");
        var capture = client.post("/payments/" + id + "/captures", key + 2, "{\"amount\": 40}");
        assertThat(capture.text("/payment/status")).isEqualTo("partially_captured");
        var release = client.post("/payments/" + id + "/voids", key + 3, "{}");
        assertThat(release.number("/amount")).isEqualTo(6500);
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 40", "void 6500");
    }

    @Test
    void timeout_never_answers_and_never_heard_of_it() {
        assertThat(client.answers("/payments", key, order("timeout"), IMPATIENT)).isFalse();
        assertThat(client.operation(key).status()).isEqualTo(404);
        assertThat(client.ledger(reference)).isEmpty();
        var requests = client.get("/simulator/requests?merchant_reference=" + reference);
        assertThat(requests.text("/requests/0/result")).isEqualTo("stalled");
    }

    @Test
    void timeout_approved_loses_the_answer_but_once() {
        assertThat(client.answers("/payments", key, order("timeout-approved"), IMPATIENT))
                .isFalse();
        assertThat(client.operation(key).text("/status")).isEqualTo("succeeded");
        assertThat(client.operation(key).text("/payment/status")).isEqualTo("authorized");
        var again = pay("timeout-approved");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void slow_answers_after_three_seconds_and_has_decided_before() {
        var begin = System.nanoTime();
        var answer = client.later(client.posting("/payments", key, order("slow")).build());
        Eventually.until(SOON, "the decision", () -> client.operation(key).status() == 200);
        assertThat(answer).isNotDone();
        assertThat(answer.join().statusCode()).isEqualTo(201);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThan(Duration.ofSeconds(3));
    }

    @Test
    void error_once_fails_once_per_payment() {
        assertThat(pay("error-once").status()).isEqualTo(503);
        assertThat(client.operation(key).status()).isEqualTo(404);
        assertThat(pay("error-once").text("/status")).isEqualTo("authorized");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void error_fails_always() {
        assertThat(pay("error").status()).isEqualTo(503);
        assertThat(pay("error").error()).isEqualTo("unavailable");
        assertThat(client.operation(key).status()).isEqualTo(404);
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void duplicate_webhook_tells_everything_five_times() {
        var id = pay("duplicate-webhook").text("/id");
        awaitWebhooks(
                "payment.authorized",
                "payment.authorized",
                "payment.authorized",
                "payment.authorized",
                "payment.authorized");
        assertThat(
                        RUNNING.webhooks().about(reference).stream()
                                .map(delivery -> delivery.text("/event_id"))
                                .distinct())
                .hasSize(1);
        client.post("/payments/" + id + "/captures", key + 2, "{}");
        Eventually.until(
                SOON, "ten webhooks", () -> RUNNING.webhooks().about(reference).size() == 10);
    }

    @Test
    void late_approval_is_declined_when_asked_and_approved_afterwards() {
        assertThat(client.answers("/payments", key, order("late-approval"), IMPATIENT)).isFalse();
        assertThat(RUNNING.webhooks().about(reference)).isEmpty();
        var asked = client.operation(key);
        assertThat(asked.text("/status")).isEqualTo("failed");
        assertThat(asked.text("/payment/status")).isEqualTo("declined");
        awaitWebhooks("payment.authorized");
        assertThat(payment().text("/status")).isEqualTo("authorized");
        assertThat(payment().json().has("error")).isFalse();
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void a_thousand_silent_calls_hold_no_thread() {
        var before = Thread.getAllStackTraces().size();
        var calls =
                IntStream.range(0, 1_000)
                        .mapToObj(
                                number ->
                                        client.later(
                                                client.posting(
                                                                "/payments",
                                                                key + number,
                                                                order("timeout"))
                                                        .timeout(Duration.ofSeconds(4))
                                                        .build()))
                        .toList();
        Eventually.until(
                SOON,
                "all of them waiting",
                () ->
                        client.get("/simulator/requests?merchant_reference=" + reference)
                                        .json()
                                        .get("requests")
                                        .size()
                                == 1_000);
        assertThat(calls).noneMatch(CompletableFuture::isDone);
        assertThat(Thread.getAllStackTraces().size() - before).isLessThan(100);
        var quick = Client.fresh("quick");
        assertThat(client.post("/payments", quick, Client.order(quick, "a@b.example", "")).status())
                .isEqualTo(201);
        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(Duration.ofSeconds(10)));
    }
}
