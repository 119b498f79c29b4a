package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.Login.Token;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Orders;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class OrderExecutionTest {

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

    private final FakeProvider provider = new FakeProvider();
    private final FakeConnector connector = new FakeConnector();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CallSettings settings =
            new CallSettings(
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(1),
                    50,
                    0,
                    Duration.ofSeconds(2),
                    new BreakerSettings(10, 5, 60, Duration.ofMillis(300)),
                    Set.of("127.0.0.1"));
    private final PublicAddresses addresses = new PublicAddresses(settings.internalHosts());
    private final Http http = new Http(addresses, settings.connectTimeout());
    private final OrderExecution execution =
            new OrderExecution(
                    new ProviderCaller(
                            http,
                            addresses,
                            new Guards(settings, meters),
                            meters,
                            Clock.systemUTC()),
                    new Tokens(Clock.systemUTC()),
                    Clock.systemUTC(),
                    settings.patience(),
                    meters);

    @AfterEach
    void close() throws IOException {
        provider.close();
        http.close();
    }

    @Test
    void an_answer_becomes_the_outcome_that_the_connector_reads_in_it() {
        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(provider.requests).containsExactly("POST /v1/pay");
        assertThat(
                        meters.get("paylater.provider.calls")
                                .tags(
                                        "connector",
                                        "sandbox",
                                        "operation",
                                        "capture",
                                        "result",
                                        "http_200")
                                .timer()
                                .count())
                .isOne();
    }

    @Test
    void silence_is_unknown_and_what_was_known_before_is_kept() {
        provider.thenSilence();

        var outcome = perform();

        assertThat(outcome.verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(outcome.told().state()).containsEntry("s", "1");
    }

    @Test
    void an_answer_that_drips_is_overdue_all_the_same() {
        provider.thenDrip();

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_broken_connection_is_unknown() {
        provider.thenBrokenConnection();

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(provider.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void a_failing_provider_is_unknown_and_called_only_once(int status) {
        provider.thenStatus(status);

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void an_answer_that_cannot_be_read_is_unknown() {
        provider.thenBody("<html>");

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_redirect_is_not_followed() {
        provider.then(
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "/v1/elsewhere");
                    FakeProvider.send(exchange, 307, "{}", null);
                });

        perform();

        assertThat(provider.requests).containsExactly("POST /v1/pay");
    }

    @Test
    void a_provider_that_asks_to_wait_is_called_again_afterwards() {
        provider.thenTooManyRequests("1");

        var started = System.nanoTime();

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isGreaterThan(Duration.ofMillis(900));
    }

    @Test
    void a_provider_that_asks_to_wait_for_long_is_left_alone() {
        provider.thenTooManyRequests("3600");

        assertThat(perform().verdict()).isInstanceOf(Verdict.NotExecuted.class);
        assertThat(perform().verdict()).isInstanceOf(Verdict.NotExecuted.class);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void a_request_that_comes_too_late_is_not_executed() {
        var outcome = carryOut(false, false, Instant.EPOCH);

        assertThat(outcome.verdict()).isInstanceOf(Verdict.NotExecuted.class);
        assertThat(provider.requests).isEmpty();
    }

    @Test
    void a_late_request_that_may_have_been_tried_before_is_unknown() {
        assertThat(carryOut(false, true, Instant.EPOCH).verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_question_that_was_not_asked_leaves_it_unknown() {
        assertThat(carryOut(true, false, Instant.EPOCH).verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void after_too_many_failures_nothing_is_executed_until_the_provider_is_back()
            throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            provider.thenStatus(503);
            perform();
        }

        assertThat(perform().verdict())
                .isEqualTo(new Verdict.NotExecuted("circuit breaker is open"));
        assertThat(provider.requests).hasSize(5);

        Thread.sleep(350);
        assertThat(perform()).isEqualTo(FakeConnector.PAID);
    }

    @Test
    void an_account_has_only_so_many_calls_at_once() throws Exception {
        var few =
                account(
                        provider.url(),
                        Map.of("max_concurrent_calls", "2", "timeout_millis", "5000"));
        for (int i = 0; i < 6; i++) {
            provider.then(
                    exchange -> {
                        try {
                            Thread.sleep(100);
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                        FakeProvider.send(exchange, 200, "{}", null);
                    });
        }

        var outcomes = atOnce(6, () -> execution.carryOut(task(false, false, FAR), connector, few));

        assertThat(outcomes).containsOnly(FakeConnector.PAID);
        assertThat(provider.most.get()).isEqualTo(2);
    }

    @Test
    void a_call_that_does_not_get_its_turn_is_not_executed() throws Exception {
        var one =
                account(
                        provider.url(),
                        Map.of("max_concurrent_calls", "1", "timeout_millis", "4000"));
        provider.thenSilence();

        var outcomes = atOnce(2, () -> execution.carryOut(task(false, false, FAR), connector, one));

        assertThat(outcomes.stream().map(Outcome::verdict))
                .anyMatch(Verdict.NotExecuted.class::isInstance)
                .anyMatch(Verdict.Unknown.class::isInstance);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void an_internal_address_is_never_called() {
        var inside = account(URI.create("https://localhost:1/v1"), Map.of());

        var outcome = execution.carryOut(task(false, false, FAR), connector, inside);

        assertThat(outcome.verdict()).isInstanceOf(Verdict.NotExecuted.class);
    }

    @Test
    void without_keys_the_provider_is_asked_before_anything_is_done() {
        connector.idempotency = Idempotency.ASK_FIRST;

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(provider.requests).containsExactly("GET /v1/ask");
    }

    @Test
    void without_keys_it_is_done_when_the_provider_does_not_know_it() {
        connector.idempotency = Idempotency.ASK_FIRST;
        provider.thenStatus(404);

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(provider.requests).containsExactly("GET /v1/ask", "POST /v1/pay");
    }

    @Test
    void without_keys_nothing_is_done_when_asking_fails() {
        connector.idempotency = Idempotency.ASK_FIRST;
        provider.thenStatus(500);

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(provider.requests).containsExactly("GET /v1/ask");
    }

    @Test
    void a_token_is_got_once_and_again_when_it_is_not_taken_any_more() {
        connector.login =
                new Login(
                        HttpCall.of(Method.POST, "/login"),
                        answer ->
                                new Token(
                                        new Secret(answer.json().path("token").asString()),
                                        Duration.ofHours(1)),
                        (call, token) -> call.withHeader("Authorization", token.value()));
        provider.thenBody("{\"token\": \"a\"}").thenStatus(200).thenStatus(200);
        provider.thenStatus(401).thenBody("{\"token\": \"b\"}");

        assertThat(List.of(perform(), perform(), perform())).containsOnly(FakeConnector.PAID);
        assertThat(provider.requests)
                .containsExactly(
                        "POST /v1/login",
                        "POST /v1/pay a",
                        "POST /v1/pay a",
                        "POST /v1/pay a",
                        "POST /v1/login",
                        "POST /v1/pay b");
    }

    @Test
    void what_a_connector_does_not_support_is_refused_without_a_call() {
        connector.operations = Set.of();

        assertThat(perform().verdict()).isInstanceOf(Verdict.Declined.class);
        assertThat(provider.requests).isEmpty();
    }

    @Test
    void a_bad_account_is_refused_unless_it_may_have_been_tried() {
        connector.performing =
                _ -> {
                    throw new BadAccount("credential key is missing");
                };

        assertThat(perform().verdict()).isInstanceOf(Verdict.Declined.class);
        assertThat(carryOut(false, true, FAR).verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_fault_in_a_connector_after_a_call_is_unknown() {
        connector.performing =
                _ ->
                        Step.call(
                                HttpCall.of(Method.POST, "/pay"),
                                _ -> {
                                    throw new IllegalStateException("a bug");
                                });

        assertThat(perform().verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    private Outcome perform() {
        return carryOut(false, false, FAR);
    }

    private Outcome carryOut(boolean question, boolean mayHaveBeenTried, Instant notAfter) {
        return execution.carryOut(
                task(question, mayHaveBeenTried, notAfter),
                connector,
                account(provider.url(), Map.of()));
    }

    private static Task task(boolean question, boolean mayHaveBeenTried, Instant notAfter) {
        return new Task(Orders.of(Operation.CAPTURE), question, mayHaveBeenTried, notAfter);
    }

    private static Account account(URI base, Map<String, String> limits) {
        return new Account(
                "mca_1", "merchant_1", "sandbox", base, Map.of(), null, new Fields(limits));
    }

    private static List<Outcome> atOnce(int times, Callable<Outcome> order)
            throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outcomes = new ArrayList<Outcome>();
            for (var future : threads.invokeAll(Collections.nCopies(times, order))) {
                outcomes.add(future.get());
            }
            return outcomes;
        }
    }
}
