package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Instances join and leave, and every service is restarted politely, under load. Two api-services
 * stand side by side, as behind a load balancer; a connection that is refused goes to the other.
 */
@EnabledIfSystemProperty(
        named = "paylater.e2e.long",
        matches = "true",
        disabledReason = "takes four minutes; ./paylater test --all")
@ExtendWith(RunningStack.class)
class RollingRestartTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final List<String> BEHIND =
            List.of("orchestrator-service", "connector-service", "refund-service");
    private static final int BUYERS = 6;
    private static final Duration BETWEEN = Duration.ofSeconds(5);

    private final ConcurrentLinkedQueue<String> paid = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicBoolean goesOn = new AtomicBoolean(true);
    private final AtomicInteger turn = new AtomicInteger();

    @Test
    void no_request_fails_and_nothing_happens_twice() throws InterruptedException {
        Script.succeed("start", "api-service", "2");
        var doors =
                RunningProcess.of("api-service").stream().map(RollingRestartTest::door).toList();
        assertThat(doors).hasSize(2);
        var buyers = new ArrayList<Thread>();
        for (var i = 0; i < BUYERS; i++) {
            buyers.add(Thread.ofVirtual().start(() -> buyOnAndOn(doors)));
        }
        for (var service : BEHIND) {
            joinAndLeave(service);
            restart(service, 1);
        }
        restart("api-service", 2);
        stop(RunningProcess.of("api-service").getLast());
        goesOn.set(false);
        for (var buyer : buyers) {
            buyer.join();
        }
        assertThat(failures).isEmpty();
        assertThat(paid).isNotEmpty().doesNotHaveDuplicates();
        for (var paymentId : paid) {
            MERCHANT.await(paymentId, Duration.ofSeconds(30), "succeeded");
        }
        EventOrder.assertKept();
        var reconciled = Script.run("reconcile");
        assertThat(reconciled.exitCode()).as(reconciled.output()).isZero();
        System.out.printf(
                "%d payments, %d times 503 or a refused connection%n", paid.size(), refused.get());
    }

    private static String door(RunningProcess api) {
        return "http://127.0.0.1:" + api.port();
    }

    private static void joinAndLeave(String service) throws InterruptedException {
        Script.succeed("start", service, "2");
        Thread.sleep(BETWEEN);
        stop(RunningProcess.of(service).getLast());
    }

    private static void restart(String service, int instances) {
        for (var process : RunningProcess.of(service)) {
            if (process.isAlive()) {
                stop(process);
                Script.succeed("start", service, Integer.toString(instances));
            }
        }
    }

    private static void stop(RunningProcess process) {
        process.signal("TERM");
        var end = Instant.now().plusSeconds(40);
        while (process.isAlive()) {
            assertThat(Instant.now()).as(process.name() + " does not stop").isBefore(end);
            MerchantClient.pause();
        }
    }

    private void buyOnAndOn(List<String> doors) {
        while (goesOn.get()) {
            var headers = Map.of("Idempotency-Key", UUID.randomUUID().toString());
            var body = MerchantClient.body("", "automatic");
            var answer = post(doors, body, headers);
            if (answer.status() == 200) {
                paid.add(answer.string("payment_id"));
            } else {
                failures.add(answer.status() + " " + answer.text());
            }
        }
    }

    /** Goes on to the other door when one is shut, and comes back when told to. */
    private ApiAnswer post(List<String> doors, String body, Map<String, String> headers) {
        while (true) {
            var door = doors.get(Math.floorMod(turn.getAndIncrement(), doors.size()));
            try {
                var answer = MERCHANT.post(door + "/payments", body, headers);
                if (!Set.of(409, 503).contains(answer.status())) {
                    return answer;
                }
                if (answer.headers().firstValue("retry-after").isEmpty()) {
                    failures.add("No Retry-After: " + answer.text());
                }
            } catch (UncheckedIOException e) {
                // Nobody there, or gone while it was asked: the key makes repeating safe.
            }
            refused.incrementAndGet();
            MerchantClient.pause();
        }
    }
}
