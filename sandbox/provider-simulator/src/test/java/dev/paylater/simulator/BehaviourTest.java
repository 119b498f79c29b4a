package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Misbehaviour on demand. One test at a time: they share one provider. */
@Execution(ExecutionMode.SAME_THREAD)
class BehaviourTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");
    private final String order = Client.order(reference, "ada@example.com", "");

    @AfterEach
    void back_to_normal() {
        var answer = client.simulator("DELETE", "/behaviour", "");
        assertThat(answer.json().get("behaviours")).isEmpty();
    }

    private void behave(String fields) {
        var answer = client.simulator("POST", "/behaviour", "{" + fields + "}");
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    }

    @Test
    void latency_delays_the_answer_but_not_the_effect() {
        behave("\"connector\": \"sandbox\", \"latency_ms\": 1500, \"jitter_ms\": 100");
        var begin = System.nanoTime();
        var answer = client.later(client.posting("/payments", reference, order).build());
        Eventually.until(
                Duration.ofSeconds(5), "the effect", () -> !client.ledger(reference).isEmpty());
        assertThat(answer.join().statusCode()).isEqualTo(201);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThan(Duration.ofMillis(1500));
    }

    @Test
    void a_thousand_slow_calls_wait_together() {
        behave("\"connector\": \"*\", \"latency_ms\": 3000");
        var begin = System.nanoTime();
        var calls =
                IntStream.range(0, 1_000)
                        .mapToObj(
                                number -> {
                                    var own = reference + '_' + number;
                                    var body = Client.order(own, "ada@example.com", "");
                                    return client.later(
                                            client.posting("/payments", own, body)
                                                    .timeout(Duration.ofSeconds(60))
                                                    .build());
                                })
                        .toList();
        assertThat(calls).allMatch(call -> call.join().statusCode() == 201);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void errors_have_no_effect() {
        behave("\"connector\": \"sandbox\", \"error_rate\": 1");
        assertThat(client.post("/payments", reference, order).status()).isEqualTo(503);
        assertThat(client.operation(reference).status()).isEqualTo(503);
        back_to_normal();
        assertThat(client.operation(reference).status()).isEqualTo(404);
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void half_of_the_calls_fail_at_a_rate_of_one_half() {
        behave("\"connector\": \"*\", \"error_rate\": 0.5");
        var failed =
                IntStream.range(0, 400)
                        .filter(number -> client.operation(reference).status() == 503)
                        .count();
        assertThat(failed).isBetween(120L, 280L);
    }

    @Test
    void timeouts_are_silent_and_have_no_effect() {
        behave("\"connector\": \"sandbox\", \"timeout_rate\": 1");
        assertThat(client.answers("/payments", reference, order, Duration.ofSeconds(1))).isFalse();
        back_to_normal();
        assertThat(client.operation(reference).status()).isEqualTo(404);
    }

    @Test
    void lost_answers_have_their_effect() {
        behave("\"connector\": \"sandbox\", \"lost_answer_rate\": 1");
        assertThat(broken()).isTrue();
        back_to_normal();
        assertThat(client.operation(reference).text("/status")).isEqualTo("succeeded");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        var requests = client.get("/simulator/requests?merchant_reference=" + reference);
        assertThat(requests.text("/requests/0/result")).isEqualTo("dropped");
        assertThat(requests.number("/requests/0/status")).isEqualTo(201);
    }

    @Test
    void truncated_answers_break_off() {
        behave("\"connector\": \"sandbox\", \"truncated_rate\": 1");
        assertThat(broken()).isTrue();
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    /** Whether the connection breaks before the answer is whole. */
    private boolean broken() {
        try {
            client.later(client.posting("/payments", reference, order).build()).join();
            return false;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(IOException.class);
            return true;
        }
    }

    @Test
    void malformed_answers_are_not_json() {
        behave("\"connector\": \"sandbox\", \"malformed_rate\": 1");
        var answer = client.post("/payments", reference, order);
        assertThat(answer.status()).isEqualTo(201);
        Assertions.assertThatThrownBy(answer::json).hasMessageContaining("end-of-input");
    }

    @Test
    void throttling_says_when_to_come_back() {
        behave("\"connector\": \"sandbox\", \"throttle_rate\": 1");
        var answer = client.post("/payments", reference, order);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.error()).isEqualTo("rate_limited");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void webhooks_come_late_and_more_than_once() {
        behave("\"connector\": \"*\", \"webhook_delay_ms\": 1000, \"webhook_duplicates\": 2");
        var body =
                Client.order(
                        reference,
                        "ada+redirect@example.com",
                        ", \"webhook_url\": \"" + RUNNING.webhooks().url() + '"');
        var url = client.post("/payments", reference, body).text("/action/url");
        var decided = System.currentTimeMillis();
        client.get(url.substring(client.url("").length()) + "?decision=approve");
        Eventually.until(
                Duration.ofSeconds(10),
                "three webhooks",
                () -> RUNNING.webhooks().about(reference).size() == 3);
        assertThat(RUNNING.webhooks().about(reference))
                .allMatch(delivery -> delivery.time() - decided >= 1_000);
    }

    @Test
    void an_own_behaviour_wins_over_the_one_for_all() {
        behave("\"connector\": \"*\", \"error_rate\": 1");
        behave("\"connector\": \"sandbox\", \"error_rate\": 0");
        assertThat(client.post("/payments", reference, order).status()).isEqualTo(201);
        assertThat(client.get("/simulator/behaviour").json().get("behaviours")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "not JSON",
                "{\"connector\": \"nobody\"}",
                "{\"connector\": \"*\", \"error_rate\": 1.5}",
                "{\"connector\": \"*\", \"latency_ms\": -1}",
                "{\"connector\": \"*\", \"latency_ms\": \"much\"}"
            })
    void an_invalid_behaviour_is_refused(String body) {
        assertThat(client.simulator("POST", "/behaviour", body).status()).isEqualTo(400);
    }
}
