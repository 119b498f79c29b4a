package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An orchestrator is suspended between two effects for longer than the group waits for it (6 s),
 * and goes on as if nothing had happened, while another one has its partitions.
 */
@ExtendWith(RunningStack.class)
class ZombieTest {

    private static final Duration LONGER_THAN_A_SESSION = Duration.ofSeconds(9);
    private static final Duration UNTIL_STOPPED = Duration.ofSeconds(60);
    private static final String SERVICE = "orchestrator-service";
    private static final int AT_ONCE = 8;
    private static final int BEFORE = 10;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ORCHESTRATOR_BEFORE_WRITE",
                "ORCHESTRATOR_AFTER_WRITE",
                "ORCHESTRATOR_AFTER_SEND"
            })
    void what_a_zombie_had_decided_happens_once(String point) {
        var traffic = Traffic.start(AT_ONCE);
        var zombie = startArmed(point);
        await("no decision is pending at " + point, UNTIL_STOPPED, zombie::isStopped);
        assertThat(RunningProcess.countInLog(zombie.name(), "Crash point " + point)).isPositive();
        var end = Instant.now().plus(LONGER_THAN_A_SESSION);
        while (Instant.now().isBefore(end)) {
            Merchant.pause();
        }
        // The other one has taken over, or nothing would be bought any more.
        awaitPurchases(traffic);
        assertThat(zombie.isStopped()).isTrue();
        zombie.signal("CONT");
        awaitPurchases(traffic);
        traffic.endsWell();
        EventOrder.assertKept();
        zombie.signal("TERM");
        await("the zombie does not end", UNTIL_STOPPED, () -> !zombie.isAlive());
    }

    /** A second orchestrator, that will be suspended with a decision in its hands. */
    private static RunningProcess startArmed(String point) {
        var environment =
                Map.of(
                        "PAYLATER_CRASH_POINT", point,
                        "PAYLATER_CRASH_BY", "STOP",
                        "PAYLATER_CRASH_AFTER", "20");
        // It may stop before it is seen to be ready.
        var _ = Script.run(environment, "start", SERVICE, "2");
        var orchestrators = RunningProcess.of(SERVICE);
        assertThat(orchestrators).hasSize(2);
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
            Merchant.pause();
        }
    }
}
