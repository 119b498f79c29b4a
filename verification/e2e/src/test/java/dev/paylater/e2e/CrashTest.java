package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.UlidCreator;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies with kill -9 in the middle of 200 confirms, and comes back. */
@ExtendWith(RunningStack.class)
class CrashTest {

    private static final int PAYMENTS = 200;
    private static final int AT_ONCE = 16;
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(10);
    private static final Duration UNTIL_A_QUARTER = Duration.ofMinutes(2);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @Test
    void the_demonstration_of_a_crash_shows_that_the_customer_has_paid_once() {
        assertThat(Script.succeed("demo", "crash"))
                .contains("kill -9 of connector-service", "kill -9 of orchestrator-service")
                .contains("The customer has paid once.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orchestrator-service", "connector-service", "api-service"})
    void all_confirms_settle_once_after_a_kill(String service) {
        var ids =
                IntStream.range(0, PAYMENTS)
                        .mapToObj(_ -> "pay_" + UlidCreator.getMonotonicUlid())
                        .toList();
        var next = new AtomicInteger();
        var answered = new AtomicInteger();
        var requests =
                Crowd.start(
                        PAYMENTS,
                        AT_ONCE,
                        () -> {
                            var id = ids.get(next.getAndIncrement());
                            confirmUntilAccepted(id);
                            answered.incrementAndGet();
                            return id;
                        });
        var quarter = Instant.now().plus(UNTIL_A_QUARTER);
        while (answered.get() < PAYMENTS / 4) {
            assertThat(Instant.now()).as("payments stand still").isBefore(quarter);
            MerchantClient.pause();
        }
        Script.succeed("kill", service);
        Script.succeed("start", service);
        var restarted = Instant.now();
        requests.forEach(Crowd::await);
        awaitSettled(ids, restarted.plus(SETTLED_WITHIN));
        for (var id : ids) {
            assertThat(ProviderLedger.ledgerOf(id)).as(id).containsExactly("authorize 6540");
        }
        assertThat(Script.run("reconcile").exitCode()).isZero();
    }

    /**
     * Sends it until somebody answers. The id is the merchant's own, so a repetition of what was
     * accepted is refused as a duplicate instead of creating a second payment.
     */
    private static void confirmUntilAccepted(String paymentId) {
        var body =
                MerchantClient.body("", "manual")
                        .replaceFirst("\\{", "{\"payment_id\": \"" + paymentId + "\", ");
        var end = Instant.now().plusSeconds(60);
        while (true) {
            try {
                var answer = MERCHANT.post("/payments", body);
                if (answer.status() == 200 || answer.errorCode().equals("HE_01")) {
                    return;
                }
                assertThat(answer.status()).as(answer.text()).isEqualTo(503);
                assertThat(Instant.now()).as(answer.text()).isBefore(end);
            } catch (UncheckedIOException e) {
                assertThat(Instant.now()).as("api-service stays away: " + e).isBefore(end);
            }
            MerchantClient.pause();
        }
    }

    private static void awaitSettled(List<String> ids, Instant end) {
        for (var id : ids) {
            var left = Duration.between(Instant.now(), end);
            MERCHANT.await(id, left, "requires_capture");
        }
    }
}
