package dev.paylater.e2e.chaos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A process dies at each named place between two effects, while payments are made. The restart
 * after one death is armed for the next, after so many passes that what the first left behind is
 * settled in between. The services die side by side: at one place each in every build, at all of
 * them in {@code ./paylater test --all}.
 */
@ExtendWith(RunningStack.class)
class CrashPointTest {

    /** Every point of service-kit's CrashPoint, by the service that passes it. */
    static final Map<String, List<String>> POINTS =
            Map.of(
                    "api-service",
                    List.of(
                            "API_BEFORE_PUBLISH",
                            "API_AFTER_PUBLISH",
                            "API_BEFORE_IDEMPOTENT_ANSWER"),
                    "orchestrator-service",
                    List.of(
                            "ORCHESTRATOR_BEFORE_WRITE",
                            "ORCHESTRATOR_AFTER_WRITE",
                            "ORCHESTRATOR_AFTER_SEND",
                            "ORCHESTRATOR_AFTER_COMMIT",
                            "SWEEPER_AFTER_SEND"),
                    "connector-service",
                    List.of(
                            "CONNECTOR_BEFORE_CALL",
                            "CONNECTOR_AFTER_CALL",
                            "CONNECTOR_AFTER_SEND",
                            "CONNECTOR_AFTER_COMMIT",
                            "WEBHOOK_AFTER_STORE",
                            "WEBHOOK_AFTER_SEND"),
                    "refund-service",
                    List.of(
                            "REFUND_BEFORE_WRITE",
                            "REFUND_AFTER_WRITE",
                            "REFUND_AFTER_SEND",
                            "REFUND_AFTER_COMMIT",
                            "SWEEPER_AFTER_SEND"),
                    "webhook-service",
                    List.of("DELIVERY_AFTER_STORE", "DELIVERY_AFTER_COMMIT"));

    /** One of each service: what was done is written or sent, and nobody knows of it yet. */
    private static final Set<String> IN_EVERY_BUILD =
            Set.of(
                    "API_AFTER_PUBLISH",
                    "ORCHESTRATOR_AFTER_WRITE",
                    "CONNECTOR_AFTER_CALL",
                    "REFUND_AFTER_WRITE",
                    "DELIVERY_AFTER_STORE");

    private static final boolean ALL = Boolean.getBoolean("paylater.e2e.long");
    private static final int AT_ONCE = 8;
    private static final Duration UNTIL_DEATH = Duration.ofMinutes(4);

    @Test
    void whatever_point_a_process_dies_at_every_payment_is_made_once() throws Exception {
        try (var traffic = Traffic.start(AT_ONCE)) {
            dieAtEach();
            traffic.endsWell();
        }
    }

    private static void dieAtEach() throws Exception {
        List<Callable<Void>> deaths =
                POINTS.entrySet().stream()
                        .map(entry -> dieAtEach(entry.getValue(), entry.getKey()))
                        .toList();
        // All of them: where one service stays away, others may not come to their points.
        var failures = new ArrayList<Throwable>();
        try (var services = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var died : services.invokeAll(deaths)) {
                if (died.state() == Future.State.FAILED) {
                    failures.add(died.exceptionNow());
                }
            }
        }
        if (!failures.isEmpty()) {
            // CI shows the first line of a failure.
            throw new AssertionError(
                    failures.stream().map(CrashPointTest::onOneLine).collect(joining("; ")));
        }
    }

    private static String onOneLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
    }

    private static Callable<Void> dieAtEach(List<String> points, String service) {
        return () -> {
            Script.succeed("kill", service);
            points.stream()
                    .filter(point -> ALL || IN_EVERY_BUILD.contains(point))
                    .forEach(point -> dieAt(point, service));
            Script.succeed("start", service);
            return null;
        };
    }

    /** The process starts armed, and is gone when this returns. */
    private static void dieAt(String point, String service) {
        var passes = point.startsWith("SWEEPER") || point.startsWith("WEBHOOK") ? "1" : "6";
        var environment = Map.of("PAYLATER_CRASH_POINT", point, "PAYLATER_CRASH_AFTER", passes);
        var lastWords = "Crash point " + point;
        var before = RunningProcess.countInLog(service, lastWords);
        // It may die before it is seen to be ready.
        var start = Script.run(environment, "start", service);
        var end = Instant.now().plus(UNTIL_DEATH);
        for (var process : RunningProcess.of(service)) {
            while (process.isAlive()) {
                assertThat(Instant.now()).as("still alive before " + point).isBefore(end);
                MerchantClient.pause();
            }
        }
        assertThat(RunningProcess.countInLog(service, lastWords))
                .as("died at %s, not of anything else; start said: %s", point, start.output())
                .isEqualTo(before + 1);
    }
}
