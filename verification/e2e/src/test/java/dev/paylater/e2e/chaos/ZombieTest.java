package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An orchestrator stops in the middle of its work for longer than the group waits for it (4 s), and
 * goes on as if nothing had happened, while another one has its partitions.
 */
@ExtendWith(RunningStack.class)
class ZombieTest {

    private static final Duration LONGER_THAN_A_SESSION = Duration.ofSeconds(7);
    private static final int AT_ONCE = 8;
    private static final int BEFORE = 10;

    @Test
    void what_a_zombie_had_decided_is_not_written() {
        Script.succeed("start", "orchestrator-service", "2");
        var orchestrators = RunningProcess.of("orchestrator-service");
        assertThat(orchestrators).hasSize(2);
        var traffic = Traffic.start(AT_ONCE);
        for (var orchestrator : orchestrators) {
            awaitPurchases(traffic, traffic.purchases() + BEFORE);
            orchestrator.signal("STOP");
            var end = Instant.now().plus(LONGER_THAN_A_SESSION);
            while (Instant.now().isBefore(end)) {
                Merchant.pause();
            }
            // The other one has taken over, or nothing would be bought any more.
            awaitPurchases(traffic, traffic.purchases() + BEFORE);
            orchestrator.signal("CONT");
        }
        awaitPurchases(traffic, traffic.purchases() + BEFORE);
        traffic.endsWell();
        EventOrder.assertKept();
        orchestrators.getLast().signal("TERM");
    }

    private static void awaitPurchases(Traffic traffic, int wanted) {
        var end = Instant.now().plusSeconds(60);
        while (traffic.purchases() < wanted) {
            assertThat(Instant.now()).as("purchases come to a halt").isBefore(end);
            Merchant.pause();
        }
    }
}
