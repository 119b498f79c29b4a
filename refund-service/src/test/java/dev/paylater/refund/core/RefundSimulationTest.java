package dev.paylater.refund.core;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Refunds under duplicates, losses, delays, reorderings, crashes and rival members. More seeds:
 * {@code -Dpaylater.seeds=10000}; one of them: {@code -Dpaylater.seed=42}.
 */
class RefundSimulationTest {

    private static final int REFUNDS = 6;

    /** Seeds that once failed. */
    private static final long[] KEPT = {224};

    @Test
    void refunded_never_exceeds_captured_and_every_refund_ends() {
        var one = Long.getLong("paylater.seed");
        var seeds =
                one == null
                        ? LongStream.concat(
                                LongStream.of(KEPT),
                                LongStream.range(0, Long.getLong("paylater.seeds", 500)))
                        : LongStream.of(one);
        seeds.forEach(RefundSimulationTest::run);
    }

    private static void run(long seed) {
        try {
            new Simulation(seed).run(REFUNDS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("With -Dpaylater.seed=" + seed, e);
        }
    }
}
