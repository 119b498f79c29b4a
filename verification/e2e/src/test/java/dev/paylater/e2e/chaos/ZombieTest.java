package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Orchestrators are suspended between two effects for longer than the group waits for them (6 s),
 * and go on as if nothing had happened, while another one has their partitions.
 */
@ExtendWith(RunningStack.class)
class ZombieTest {

    private static final Duration LONGER_THAN_A_SESSION = Duration.ofSeconds(9);
    private static final Duration UNTIL_STOPPED = Duration.ofSeconds(60);
    private static final String SERVICE = "orchestrator-service";
    private static final int AT_ONCE = 8;
    private static final int BEFORE = 10;

    /** So many that no partition is left out. */
    private static final int AT_ALL_PARTITIONS = 30;

    private static final List<String> POINTS =
            List.of(
                    "ORCHESTRATOR_BEFORE_WRITE",
                    "ORCHESTRATOR_AFTER_WRITE",
                    "ORCHESTRATOR_AFTER_SEND");

    @Test
    void what_zombies_had_decided_happens_once() {
        try (var traffic = Traffic.start(AT_ONCE)) {
            areOvertaken(POINTS.stream().map(ZombieTest::startArmed).toList(), traffic);
        }
    }

    private static void areOvertaken(List<RunningProcess> zombies, Traffic traffic) {
        for (var i = 0; i < POINTS.size(); i++) {
            var zombie = zombies.get(i);
            var point = "Crash point " + POINTS.get(i);
            await("no decision is pending at " + point, UNTIL_STOPPED, zombie::isStopped);
            assertThat(RunningProcess.countInLog(zombie.name(), point)).isPositive();
        }
        var end = Instant.now().plus(LONGER_THAN_A_SESSION);
        while (Instant.now().isBefore(end)) {
            MerchantClient.pause();
        }
        // Another one has taken over, or nothing would be bought any more.
        awaitPurchases(traffic);
        assertThat(zombies).allMatch(RunningProcess::isStopped);
        zombies.forEach(zombie -> zombie.signal("CONT"));
        awaitPurchases(traffic);
        traffic.endsWell();
        EventOrder.assertKept();
        zombies.forEach(zombie -> zombie.signal("TERM"));
        zombies.forEach(
                zombie -> await("the zombie does not end", UNTIL_STOPPED, () -> !zombie.isAlive()));
        // Their partitions are nobody's until their sessions end; the next test finds all taken
        // over.
        await("a partition is nobody's", UNTIL_STOPPED, ZombieTest::areAllPaid);
    }

    private static boolean areAllPaid() {
        return Crowd.start(
                        AT_ALL_PARTITIONS,
                        AT_ALL_PARTITIONS,
                        () -> MerchantClient.SANDBOX.pay("", "automatic"))
                .stream()
                .map(Crowd::await)
                .allMatch(
                        answer ->
                                answer.status() == 200
                                        && answer.string("status").equals("succeeded"));
    }

    /** One more orchestrator, that will be suspended with a decision in its hands. */
    private static RunningProcess startArmed(String point) {
        var environment =
                Map.of(
                        "PAYLATER_CRASH_POINT", point,
                        "PAYLATER_CRASH_BY", "STOP",
                        "PAYLATER_CRASH_AFTER", "20");
        var number = POINTS.indexOf(point) + 2;
        // It may stop before it is seen to be ready.
        var _ = Script.run(environment, "start", SERVICE, Integer.toString(number));
        var orchestrators = RunningProcess.of(SERVICE);
        assertThat(orchestrators).hasSize(number);
        return orchestrators.getLast();
    }

    private static void awaitPurchases(Traffic traffic) {
        var wanted = traffic.purchases() + BEFORE;
        await(
                "purchases come to a halt",
                Duration.ofSeconds(60),
                () -> traffic.purchases() >= wanted);
    }

    private static void await(String otherwise, Duration patience, BooleanSupplier condition) {
        var end = Instant.now().plus(patience);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as(otherwise).isBefore(end);
            MerchantClient.pause();
        }
    }
}
