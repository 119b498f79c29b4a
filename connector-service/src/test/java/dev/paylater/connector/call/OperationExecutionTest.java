package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.HttpCall.Method;
import dev.paylater.connector.kit.Login;
import dev.paylater.connector.kit.Login.Token;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connector.message.OperationRequest.Earlier;
import dev.paylater.kit.OnceAMinute;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Timeout(30)
final class OperationExecutionTest {

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

    private static final ProviderError DECLINED =
            ProviderError.of(UnifiedError.DECLINED, "declined");

    private final FakeProvider provider = new FakeProvider();
    private final FakeConnector connector = new FakeConnector();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanoTime = new AtomicLong();
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
    private final OperationExecution execution =
            new OperationExecution(
                    caller(
                            Guards.forOperations(
                                    settings, meters, Clock.systemUTC(), System::nanoTime)),
                    caller(Guards.forProofs(settings, Clock.systemUTC(), nanoTime::get)),
                    new Tokens(Clock.systemUTC()),
                    Clock.systemUTC(),
                    settings.patience(),
                    meters,
                    new OnceAMinute(nanoTime::get),
                    FailedExchanges.NONE);

    @AfterEach
    void close() throws IOException {
        provider.close();
        http.close();
    }

    @Test
    void an_answer_becomes_the_result_that_the_connector_reads_in_it() {
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
                                .counter()
                                .count())
                .isOne();
    }

    @Test
    void silence_is_unknown_and_what_was_known_before_is_kept() {
        provider.thenSilence();

        var result = perform();

        assertThat(result.status()).isEqualTo(Status.UNKNOWN);
        assertThat(result.data().state()).containsEntry("s", "1");
    }

    @Test
    void an_answer_that_drips_is_overdue_all_the_same() {
        provider.thenDrip();

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_broken_connection_is_unknown() {
        provider.thenBrokenConnection();

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
        assertThat(provider.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void a_failing_provider_is_unknown_and_called_only_once(int status) {
        provider.thenStatus(status);

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void an_answer_that_cannot_be_read_is_unknown() {
        provider.thenBody("<html>");

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
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

        assertThat(perform().status()).isEqualTo(Status.NOT_EXECUTED);
        assertThat(perform().status()).isEqualTo(Status.NOT_EXECUTED);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void a_request_that_comes_too_late_is_not_executed() {
        var result = carryOut(false, false, Instant.EPOCH);

        assertThat(result.status()).isEqualTo(Status.NOT_EXECUTED);
        assertThat(provider.requests).isEmpty();
    }

    @Test
    void no_further_call_begins_when_it_is_too_late() {
        connector.performing =
                _ ->
                        Step.call(
                                HttpCall.of(Method.POST, "/first"),
                                _ ->
                                        Step.call(
                                                HttpCall.of(Method.POST, "/second"),
                                                OperationExecutionTest::tooLate));
        provider.then(
                exchange -> {
                    awaitTime(Instant.now().plusMillis(400));
                    FakeProvider.send(exchange, 200, "{}", null);
                });

        var result = carryOut(false, false, Instant.now().plusMillis(300));

        assertThat(result.status()).isEqualTo(Status.UNKNOWN);
        assertThat(provider.requests).containsExactly("POST /v1/first");
    }

    @Test
    void a_decline_is_not_final_while_an_earlier_delivery_may_be_under_way() {
        connector.performing =
                _ -> Step.done(ProviderResult.declined(Decline.Outcome.FAILURE, DECLINED));

        assertThat(carryOut(false, false, FAR).status()).isEqualTo(Status.DECLINED);
        assertThat(carryOut(false, true, FAR).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_provider_that_asks_to_wait_for_days_is_called_again_after_minutes() {
        provider.thenTooManyRequests("864000");

        var result = carryOut(false, true, FAR);

        assertThat(result.inquireAfter())
                .isBetween(Instant.now(), Instant.now().plus(Duration.ofMinutes(5)));
    }

    @Test
    void a_late_request_that_may_have_been_tried_before_is_unknown() {
        assertThat(carryOut(false, true, Instant.EPOCH).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_question_that_was_not_asked_leaves_it_unknown() {
        assertThat(carryOut(true, false, Instant.EPOCH).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void after_too_many_failures_nothing_is_executed_until_the_provider_is_back()
            throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            provider.thenStatus(503);
            perform();
        }

        assertThat(perform().status()).isEqualTo(Status.NOT_EXECUTED);
        assertThat(provider.requests).hasSize(5);

        Thread.sleep(350);
        assertThat(perform()).isEqualTo(FakeConnector.PAID);
    }

    @Test
    void an_account_has_only_so_many_calls_at_once() throws Exception {
        var current = new AtomicInteger();
        var most = new AtomicInteger();
        var few =
                account(
                        provider.url(),
                        Map.of("max_concurrent_calls", "2", "timeout_millis", "5000"));
        for (int i = 0; i < 6; i++) {
            provider.then(
                    exchange -> {
                        most.accumulateAndGet(current.incrementAndGet(), Math::max);
                        try {
                            Thread.sleep(100);
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                        // Ahead of the answer, after which the next call may come.
                        current.decrementAndGet();
                        FakeProvider.send(exchange, 200, "{}", null);
                    });
        }

        var results =
                atOnce(
                        6,
                        () ->
                                execution.carryOut(
                                        request(false, false, FAR, few), connector.connector()));

        assertThat(results).containsOnly(FakeConnector.PAID);
        assertThat(most).hasValue(2);
    }

    @Test
    void a_call_that_does_not_get_its_turn_is_not_executed() throws Exception {
        var one =
                account(
                        provider.url(),
                        Map.of("max_concurrent_calls", "1", "timeout_millis", "4000"));
        provider.thenSilence();

        var results =
                atOnce(
                        2,
                        () ->
                                execution.carryOut(
                                        request(false, false, FAR, one), connector.connector()));

        assertThat(results.stream().map(ProviderResult::status))
                .anyMatch(Status.NOT_EXECUTED::equals)
                .anyMatch(Status.UNKNOWN::equals);
        assertThat(provider.requests).hasSize(1);
    }

    @Test
    void an_internal_address_is_never_called() {
        var inside = account(URI.create("https://localhost:1/v1"), Map.of());

        var result = execution.carryOut(request(false, false, FAR, inside), connector.connector());

        assertThat(result.status()).isEqualTo(Status.NOT_EXECUTED);
    }

    @Test
    void without_keys_the_provider_is_asked_before_anything_is_done() {
        connector.idempotency = Idempotency.INQUIRE_FIRST;

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(provider.requests).containsExactly("GET /v1/ask");
    }

    @Test
    void without_keys_it_is_done_when_the_provider_does_not_know_it() {
        connector.idempotency = Idempotency.INQUIRE_FIRST;
        provider.thenStatus(404);

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(provider.requests).containsExactly("GET /v1/ask", "POST /v1/pay");
    }

    @Test
    void without_keys_nothing_is_done_when_asking_fails() {
        connector.idempotency = Idempotency.INQUIRE_FIRST;
        provider.thenStatus(500);

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
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
    void credentials_that_are_refused_are_the_accounts_fault_unless_it_may_have_been_tried() {
        provider.thenStatus(401).thenStatus(401).thenStatus(401);

        assertThat(perform().status()).isEqualTo(Status.UNAUTHORIZED);
        assertThat(carryOut(false, true, FAR).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void an_inquiry_that_is_refused_says_that_the_account_is_and_settles_nothing() {
        provider.thenStatus(401).thenStatus(403);

        assertThat(List.of(inquire(), inquire()))
                .extracting(ProviderResult::status)
                .containsOnly(Status.UNAUTHORIZED);
        assertThat(inquire()).isEqualTo(FakeConnector.PAID);
    }

    @Test
    void a_refused_account_is_an_error_in_the_log_once_a_minute_for_each_cause() {
        provider.thenStatus(401).thenStatus(401).thenStatus(403).thenStatus(401).thenStatus(401);
        var log = (Logger) LoggerFactory.getLogger(OperationExecution.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        try {
            inquire();
            nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(59_999));
            List.of(1, 2, 3).forEach(_ -> inquire());
            nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
            inquire();
        } finally {
            log.detachAppender(lines);
        }

        assertThat(lines.list)
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(refused(401), refused(403), refused(401));
        assertThat(
                        meters.get("paylater.connector.accounts.refused")
                                .tag("account", "mca_1")
                                .counter()
                                .count())
                .isEqualTo(5);
    }

    private static String refused(int status) {
        return "Account mca_1 at sandbox is refused, correct its credentials or settings: the"
                + " provider does not accept the account's credentials: HTTP "
                + status;
    }

    @Test
    void a_login_that_is_refused_is_the_accounts_fault() {
        connector.login =
                new Login(
                        HttpCall.of(Method.POST, "/login"),
                        _ -> {
                            throw new AssertionError("there is no token to be read");
                        },
                        (call, _) -> call);
        provider.thenStatus(401);

        assertThat(perform().status()).isEqualTo(Status.UNAUTHORIZED);
        assertThat(provider.requests).containsExactly("POST /v1/login");
    }

    @Test
    void what_a_connector_does_not_support_is_refused_without_a_call() {
        connector.operations = Set.of();

        assertThat(perform().status()).isEqualTo(Status.DECLINED);
        assertThat(provider.requests).isEmpty();
    }

    @Test
    void a_bad_account_is_refused_unless_it_may_have_been_tried() {
        connector.performing =
                _ -> {
                    throw new BadAccount("credential key is missing");
                };

        assertThat(perform().status()).isEqualTo(Status.UNAUTHORIZED);
        assertThat(carryOut(false, true, FAR).status()).isEqualTo(Status.UNKNOWN);
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

        assertThat(perform().status()).isEqualTo(Status.UNKNOWN);
    }

    private static Step tooLate(HttpAnswer answer) {
        throw new AssertionError("The call came too late: " + answer);
    }

    private static void awaitTime(Instant time) {
        while (Instant.now().isBefore(time)) {
            LockSupport.parkNanos(Duration.between(Instant.now(), time).toNanos());
        }
    }

    @Test
    void a_notification_is_proved_by_a_success_only() {
        provider.thenBody("{\"a\": 1}").thenStatus(404).thenStatus(503).thenBrokenConnection();

        assertThat(prove()).extracting(HttpAnswer::body).isEqualTo("{\"a\": 1}");
        assertThat(List.of(1, 2, 3)).allSatisfy(_ -> assertThat(prove()).isNull());
        assertThat(provider.requests).hasSize(4).containsOnly("GET /v1/prove");
    }

    @Test
    void a_429_to_a_proof_pauses_no_payment() {
        provider.thenTooManyRequests("60");

        assertThat(prove()).isNull();
        assertThat(perform()).isEqualTo(FakeConnector.PAID);
        assertThat(prove()).as("the provider asked for a pause").isNull();
        assertThat(provider.requests).containsExactly("GET /v1/prove", "POST /v1/pay");
    }

    @Test
    void a_429_for_a_payment_does_not_keep_notifications_from_being_proved() {
        provider.thenTooManyRequests("60");

        assertThat(perform().status()).isEqualTo(Status.NOT_EXECUTED);
        assertThat(prove()).isNotNull();
    }

    @Test
    void proofs_that_fail_one_after_the_other_stop_no_payment() {
        for (int i = 0; i < 5; i++) {
            provider.thenStatus(503);
            prove();
        }
        assertThat(prove()).as("the breaker is open").isNull();
        assertThat(provider.requests).hasSize(5).containsOnly("GET /v1/prove");

        assertThat(perform()).isEqualTo(FakeConnector.PAID);
    }

    @Test
    void a_flood_of_forgeries_costs_fifty_calls_a_second_and_takes_no_payments_place() {
        for (int i = 0; i < 1_000; i++) {
            prove();
        }
        assertThat(provider.requests).hasSize(50).containsOnly("GET /v1/prove");
        assertThat(perform()).isEqualTo(FakeConnector.PAID);

        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(prove()).isNotNull();
    }

    private ProviderCaller caller(Guards guards) {
        return new ProviderCaller(http, addresses, guards, meters, Clock.systemUTC());
    }

    private @Nullable HttpAnswer prove() {
        return execution.prove(
                HttpCall.of(HttpCall.Method.GET, "/prove"),
                "webhook_verification",
                account(provider.url(), Map.of()),
                connector.connector());
    }

    private ProviderResult inquire() {
        return carryOut(true, false, FAR);
    }

    private ProviderResult perform() {
        return carryOut(false, false, FAR);
    }

    private ProviderResult carryOut(boolean inquiry, boolean mayHaveBeenTried, Instant notAfter) {
        return execution.carryOut(
                request(inquiry, mayHaveBeenTried, notAfter, account(provider.url(), Map.of())),
                connector.connector());
    }

    private static OperationRequest request(
            boolean inquiry, boolean mayHaveBeenTried, Instant notAfter, Account account) {
        return new OperationRequest(
                Contexts.of(Operation.CAPTURE).withAccount(account),
                inquiry,
                Earlier.of(mayHaveBeenTried),
                notAfter);
    }

    private static Account account(URI base, Map<String, String> limits) {
        return new Account(
                "mca_1", "merchant_1", "sandbox", base, Map.of(), null, new Fields(limits));
    }

    private static List<ProviderResult> atOnce(int times, Callable<ProviderResult> order)
            throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<ProviderResult>();
            for (var future : threads.invokeAll(Collections.nCopies(times, order))) {
                results.add(future.get());
            }
            return results;
        }
    }
}
