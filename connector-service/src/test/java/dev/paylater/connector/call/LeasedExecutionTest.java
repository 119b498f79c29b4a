package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.lease.LeasedExecution;
import dev.paylater.connector.lease.OperationLeases;
import dev.paylater.connector.lease.OperationLeases.Claim.Held;
import dev.paylater.connector.lease.OperationLeases.Claim.Taken;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connector.message.OperationRequest.Earlier;
import dev.paylater.kit.outgoing.OverdueAnswer;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.schemas.RequestLifetime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What two deliveries of one operation do at a provider that knows no idempotency keys. */
final class LeasedExecutionTest {

    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant NOT_AFTER = BEGIN.plus(RequestLifetime.LAST_CALL);
    private static final Instant OVER = BEGIN.plus(RequestLifetime.OVER);

    private final FakeConnector connector = new FakeConnector();
    private final List<String> calls = new ArrayList<>();
    private final MovedClock clock = new MovedClock();
    private final MemoryLeases leases = new MemoryLeases();

    /** Pays as told, and shows nothing of it. */
    private Answers provider = call -> answer(call.path().equals("/pay") ? 200 : 404);

    private final LeasedExecution execution =
            new LeasedExecution(
                    OperationExecution.over(
                            this::send,
                            new CallSettings(
                                    Duration.ofSeconds(1),
                                    Duration.ofSeconds(1),
                                    50,
                                    0,
                                    Duration.ZERO,
                                    new BreakerSettings(10, 5, 60, Duration.ofMillis(300)),
                                    Set.of()),
                            new SimpleMeterRegistry(),
                            clock),
                    leases,
                    clock);

    LeasedExecutionTest() {
        connector.idempotency = Idempotency.INQUIRE_FIRST;
    }

    @Test
    void a_delivery_that_comes_while_another_pays_does_not_pay() {
        var second = new ArrayList<ProviderResult>();
        provider =
                call -> {
                    if (call.path().equals("/pay")) {
                        second.add(perform("second"));
                        return answer(200);
                    }
                    return answer(404);
                };

        assertThat(perform("first")).isEqualTo(FakeConnector.PAID);

        assertThat(second).singleElement().satisfies(result -> assertUnknownUntil(result, OVER));
        assertThat(calls).containsExactly("GET /ask", "POST /pay", "GET /ask");
    }

    @Test
    void what_a_dead_delivery_began_is_not_begun_again_before_it_must_be_over() {
        leases.take("merchant_1/pay_1_1_capture", "dead", BEGIN, OVER);

        assertUnknownUntil(perform("second"), OVER);
        assertUnknownUntil(inquire(), OVER);
        clock.now = OVER;
        assertThat(inquire().status()).isEqualTo(Status.NOT_FOUND);
        assertThat(perform("third", OVER.plusSeconds(60))).isEqualTo(FakeConnector.PAID);
        assertThat(calls)
                .containsExactly("GET /ask", "GET /ask", "GET /ask", "GET /ask", "POST /pay");
    }

    @Test
    void what_is_found_is_told_whoever_has_the_lease() {
        leases.take("merchant_1/pay_1_1_capture", "dead", BEGIN, OVER);
        provider = _ -> answer(200);

        assertThat(perform("second")).isEqualTo(FakeConnector.PAID);
        assertThat(inquire()).isEqualTo(FakeConnector.PAID);
        assertThat(calls).doesNotContain("POST /pay");
    }

    @Test
    void refused_credentials_say_nothing_of_what_another_delivery_did() {
        assertThat(perform("first")).isEqualTo(FakeConnector.PAID);
        provider = _ -> answer(401);

        assertThat(perform("second").status()).isEqualTo(Status.UNKNOWN);
        assertThat(inquire().status()).isEqualTo(Status.UNAUTHORIZED);
    }

    @Test
    void a_lost_call_is_waited_for_until_the_provider_shows_it() {
        provider =
                call -> {
                    if (call.path().equals("/pay")) {
                        throw new OverdueAnswer(Duration.ofSeconds(1), new IOException("silence"));
                    }
                    return answer(404);
                };
        assertThat(perform("first").status()).isEqualTo(Status.UNKNOWN);

        assertUnknownUntil(inquire(), BEGIN.plus(RequestLifetime.SHOWN));
        clock.now = BEGIN.plus(RequestLifetime.SHOWN);
        assertThat(inquire().status()).isEqualTo(Status.NOT_FOUND);
    }

    @Test
    void what_was_not_begun_holds_up_nobody() {
        clock.now = NOT_AFTER.plusMillis(1);
        assertThat(perform("too late").status()).isEqualTo(Status.NOT_EXECUTED);

        assertThat(perform("next", NOT_AFTER.plusSeconds(60))).isEqualTo(FakeConnector.PAID);
    }

    @Test
    void a_refusal_is_final_once_nothing_else_can_act() {
        assertThat(perform("first").status()).isEqualTo(Status.APPROVED);
        clock.now = BEGIN.plus(RequestLifetime.SHOWN);
        provider =
                call ->
                        call.path().equals("/pay")
                                ? new HttpAnswer(422, Map.of(), "{\"code\": \"no\"}")
                                : answer(404);

        assertThat(perform("second").status()).isEqualTo(Status.DECLINED);
    }

    @Test
    void without_an_inquiry_only_the_first_delivery_acts() {
        connector.idempotency = Idempotency.ONCE;

        assertThat(perform("first")).isEqualTo(FakeConnector.PAID);
        clock.now = BEGIN.plus(RequestLifetime.SHOWN);
        assertThat(perform("second").status()).isEqualTo(Status.NOT_FOUND);

        assertThat(calls).containsExactly("POST /pay", "GET /ask");
    }

    @Test
    void with_keys_nobody_waits() {
        connector.idempotency = Idempotency.KEY;
        leases.take("merchant_1/pay_1_1_capture", "another", BEGIN, OVER);

        assertThat(perform("second")).isEqualTo(FakeConnector.PAID);
        assertThat(inquire().status()).isEqualTo(Status.NOT_FOUND);
    }

    private static void assertUnknownUntil(ProviderResult result, Instant until) {
        assertThat(result.status()).isEqualTo(Status.UNKNOWN);
        assertThat(result.inquireAfter()).isEqualTo(until);
    }

    private ProviderResult perform(String delivery) {
        return perform(delivery, NOT_AFTER);
    }

    private ProviderResult perform(String delivery, Instant notAfter) {
        return execution.carryOut(request(false, notAfter), connector.connector(), delivery);
    }

    private ProviderResult inquire() {
        return execution.carryOut(
                request(true, clock.now.plusSeconds(60)), connector.connector(), "inquiry");
    }

    private static OperationRequest request(boolean inquiry, Instant notAfter) {
        return new OperationRequest(
                Contexts.of(Operation.CAPTURE), inquiry, Earlier.NEVER, notAfter);
    }

    private HttpAnswer send(URI base, HttpCall call, Duration timeout) throws IOException {
        calls.add(call.method() + " " + call.path());
        return provider.to(call);
    }

    private static HttpAnswer answer(int status) {
        return new HttpAnswer(status, Map.of(), "{}");
    }

    private interface Answers {
        HttpAnswer to(HttpCall call) throws IOException;
    }

    private static final class MovedClock extends Clock {

        private Instant now = BEGIN;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private static final class MemoryLeases implements OperationLeases {

        private record Lease(String holder, Instant until) {}

        private final Map<String, Lease> leases = new HashMap<>();

        @Override
        public Claim take(String operation, String holder, Instant now, Instant until) {
            var latest = leases.get(operation);
            if (latest != null && latest.until().isAfter(now)) {
                return new Held(latest.until());
            }
            leases.put(operation, new Lease(holder, until));
            return new Taken(latest == null);
        }

        @Override
        public void endAt(String operation, String holder, Instant until) {
            leases.put(operation, new Lease(holder, until));
        }

        @Override
        public @Nullable Instant heldUntil(String operation) {
            var latest = leases.get(operation);
            return latest == null ? null : latest.until();
        }
    }
}
