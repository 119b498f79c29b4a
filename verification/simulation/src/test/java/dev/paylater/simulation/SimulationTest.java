package dev.paylater.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises under everything that can go wrong, over many seeds. */
final class SimulationTest {

    private static final long SEEDS = Long.getLong("simulation.seeds", 2_000);

    /** A seed has twelve payments: more than ten thousand sequences together. */
    private static final long REFUND_SEEDS = Long.getLong("simulation.refund-seeds", 850);

    @Test
    void whatever_goes_wrong_every_promise_is_kept() {
        assertThat(Seeds.broken(1, SEEDS, Scenery.EVERYTHING)).isEmpty();
    }

    @Test
    void payments_are_captured_and_refunded_in_parts() {
        assertThat(Seeds.broken(1, REFUND_SEEDS, Scenery.REFUNDS)).isEmpty();
    }

    @Test
    void the_same_seed_tells_the_same_story() {
        var once = Simulation.tell(7, Scenery.EVERYTHING, Set.of());
        var again = Simulation.tell(7, Scenery.EVERYTHING, Set.of());

        assertThat(again.trace()).isEqualTo(once.trace()).hasSizeGreaterThan(100);
    }
}
