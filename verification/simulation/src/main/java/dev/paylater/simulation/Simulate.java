package dev.paylater.simulation;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./paylater simulate}: plays one seed with its trace, or many with a line of progress. */
@Command(
        name = "simulate",
        description =
                "Plays seeds of the deterministic simulation. One seed is told line by line; of"
                        + " many, each that breaks a promise is.",
        mixinStandardHelpOptions = true)
final class Simulate implements Callable<Integer> {

    private static final Duration PROGRESS = Duration.ofSeconds(1);
    private static final int MAX_TOLD = 3;

    @Option(names = "--seed", description = "Play this seed and print its trace.")
    private @Nullable Long seed;

    @Option(names = "--seeds", description = "Play this many seeds (default ${DEFAULT-VALUE}).")
    private long seeds = 1_000;

    @Option(names = "--from", description = "The first of them (default ${DEFAULT-VALUE}).")
    private long from = 1;

    @Option(names = "--refunds", description = "Only captures and partial refunds, many of them.")
    private boolean refunds;

    @Option(names = "--plant", description = "Plant these bugs: ${COMPLETION-CANDIDATES}.")
    private Set<PlantedBug> planted = EnumSet.noneOf(PlantedBug.class);

    @Option(names = "--adverse", description = "With what adversaries have found.")
    private boolean adversaries;

    @Option(
            names = "--in",
            description = "In every seed's world: ${COMPLETION-CANDIDATES}.",
            split = ",")
    private Set<Circumstance> always = EnumSet.noneOf(Circumstance.class);

    public static void main(String[] args) {
        System.exit(
                new CommandLine(new Simulate())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(args));
    }

    @Override
    public Integer call() {
        return seed == null ? many() : one(seed);
    }

    private Scenario scenario() {
        var plain = refunds ? Scenario.REFUNDS : Scenario.EVERYTHING;
        var adverse = refunds ? Scenario.ADVERSE_REFUNDS : Scenario.ADVERSE;
        return (adversaries || !always.isEmpty() ? adverse : plain).in(always);
    }

    private int one(long number) {
        var result = Simulation.tell(number, scenario(), planted);
        result.trace().forEach(System.out::println);
        System.out.println(summary(result));
        return result.broken().isPresent() ? 1 : 0;
    }

    private static String summary(Simulation.Result result) {
        return "seed %d: %s; %d payments, %d refunds, %d happenings, settled %d s after the last fault"
                .formatted(
                        result.seed(),
                        result.broken().map(what -> "BROKEN: " + what).orElse("every promise kept"),
                        result.payments(),
                        result.refunds(),
                        result.happenings(),
                        result.settledAfterMillis() / 1_000);
    }

    private int many() {
        var progress = new Progress();
        var next = new AtomicLong(from);
        // Each takes the next seed: one that had a half of them would idle when it is through.
        IntStream.range(0, Runtime.getRuntime().availableProcessors())
                .parallel()
                .forEach(
                        _ -> {
                            for (var number = next.getAndIncrement();
                                    number < from + seeds;
                                    number = next.getAndIncrement()) {
                                progress.add(progress.play(number));
                            }
                        });
        return progress.failures.get() == 0 ? 0 : 1;
    }

    /** What is known so far of the seeds that were played, by several threads. */
    private final class Progress {

        private final long started = System.nanoTime();
        private long reported = started;
        private long played;
        private final AtomicInteger failures = new AtomicInteger();
        private long slowest;

        /** With its trace when it is one of the first that break a promise. */
        Simulation.Result play(long number) {
            var result = Simulation.play(number, scenario(), planted);
            return result.broken().isPresent() && failures.incrementAndGet() <= MAX_TOLD
                    ? Simulation.tell(number, scenario(), planted)
                    : result;
        }

        synchronized void add(Simulation.Result result) {
            played++;
            slowest = Math.max(slowest, result.settledAfterMillis());
            if (result.broken().isPresent()) {
                result.trace().forEach(System.out::println);
                System.out.println(summary(result));
            }
            var now = System.nanoTime();
            if (now - reported > PROGRESS.toNanos() || played == seeds) {
                reported = now;
                System.out.println(
                        String.format(
                                Locale.ROOT,
                                "%d of %d seeds, %.1f a second, %d broken, settled within %d s",
                                played,
                                seeds,
                                played * 1e9 / (now - started),
                                failures.get(),
                                slowest / 1_000));
            }
        }
    }
}
