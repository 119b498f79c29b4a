package dev.paylater.refund.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Refunds under duplicates, losses, delays, reorderings, crashes and rival members. More seeds:
 * {@code -Dpaylater.seeds=10000}; one of them: {@code -Dpaylater.seed=42}.
 */
class RefundSimulationTest {

    private static final int REFUNDS = 6;
    private static final int FRESH_SEEDS = 50;

    /** Seeds that once failed, to be committed with what mends them. */
    private static final Path KEPT = Path.of("src", "test", "seeds", "refunds.txt");

    @Test
    void refunded_never_exceeds_captured_and_every_refund_ends() throws IOException {
        var one = Long.getLong("paylater.seed");
        var kept = Files.readAllLines(KEPT).stream().mapToLong(Long::parseLong);
        var seeds =
                one == null
                        ? LongStream.concat(
                                kept, LongStream.range(0, Long.getLong("paylater.seeds", 500)))
                        : LongStream.of(one);
        for (var seed : seeds.toArray()) {
            run(seed);
        }
    }

    @Test
    void what_nobody_has_tried_before_keeps_to_it_too() throws IOException {
        var from = System.currentTimeMillis() * 1_000;
        System.out.printf("Seeds %d to %d%n", from, from + FRESH_SEEDS - 1);
        for (var seed = from; seed < from + FRESH_SEEDS; seed++) {
            try {
                run(seed);
            } catch (AssertionError e) {
                Files.writeString(KEPT, seed + "\n", StandardOpenOption.APPEND);
                throw e;
            }
        }
    }

    private static void run(long seed) {
        try {
            new Simulation(seed).run(REFUNDS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("With -Dpaylater.seed=" + seed, e);
        }
    }
}
