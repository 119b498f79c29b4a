package dev.paylater.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises under everything that can go wrong, over many seeds. */
final class SimulationTest {

    private static final long SEEDS = Long.getLong("simulation.seeds", 400);

    /** A seed has twelve payments. More seeds are played by {@code ./paylater simulate}. */
    private static final long REFUND_SEEDS = Long.getLong("simulation.refund-seeds", 120);

    private static final long FRESH_SEEDS = Long.getLong("simulation.fresh-seeds", 60);
    private static final long ADVERSE_SEEDS = Long.getLong("simulation.adverse-seeds", 80);
    private static final Seeds ADVERSE = new Seeds("adverse", Scenario.ADVERSE);
    private static final Seeds ADVERSE_REFUNDS =
            new Seeds("adverse-refunds", Scenario.ADVERSE_REFUNDS);
    private static final Seeds EVERYTHING = new Seeds("everything", Scenario.EVERYTHING);
    private static final Seeds REFUNDS = new Seeds("refunds", Scenario.REFUNDS);

    @Test
    void whatever_goes_wrong_every_promise_is_kept() {
        assertThat(EVERYTHING.broken(SEEDS)).isEmpty();
    }

    @Test
    void payments_are_captured_and_refunded_in_parts() {
        assertThat(REFUNDS.broken(REFUND_SEEDS)).isEmpty();
    }

    @Test
    void nothing_happens_at_a_provider_that_no_merchant_asked_for() {
        assertThat(ADVERSE.broken(ADVERSE_SEEDS)).isEmpty();
        assertThat(ADVERSE_REFUNDS.broken(ADVERSE_SEEDS / 4)).isEmpty();
    }

    @Test
    void what_nobody_has_played_before_keeps_every_promise_too() {
        assertThat(EVERYTHING.freshlyBroken(FRESH_SEEDS)).isEmpty();
        assertThat(REFUNDS.freshlyBroken(FRESH_SEEDS / 4)).isEmpty();
    }

    @Test
    void what_broke_once_does_not_break_again() {
        assertThat(EVERYTHING.brokenAgain()).isEmpty();
        assertThat(REFUNDS.brokenAgain()).isEmpty();
        assertThat(ADVERSE.brokenAgain()).isEmpty();
        assertThat(ADVERSE_REFUNDS.brokenAgain()).isEmpty();
    }

    @Test
    void the_same_seed_tells_the_same_story() {
        var once = Simulation.tell(7, Scenario.EVERYTHING, Set.of());
        var again = Simulation.tell(7, Scenario.EVERYTHING, Set.of());

        assertThat(again.trace()).isEqualTo(once.trace()).hasSizeGreaterThan(100);
    }
}
