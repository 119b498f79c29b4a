package dev.paylater.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Plays many seeds, each in one thread, several side by side. A seed that fails is kept in a file,
 * to be committed with what mends it, and is played ever after.
 */
final class Seeds {

    private static final Path KEPT = Path.of("src", "test", "seeds");

    private final String name;
    private final Scenario scenario;

    Seeds(String name, Scenario scenario) {
        this.name = name;
        this.scenario = scenario;
    }

    /** What broke of those that are always the same. */
    String broken(long count) {
        return broken(LongStream.rangeClosed(1, count));
    }

    /** What broke of those that have broken a promise before. */
    String brokenAgain() {
        return broken(kept());
    }

    /** What broke of some that nobody has played before; {@code -Dsimulation.from} repeats them. */
    String freshlyBroken(long count) {
        var from = Long.getLong("simulation.from", System.currentTimeMillis() * 1_000);
        System.out.printf("%s: seeds %d to %d%n", name, from, from + count - 1);
        return broken(LongStream.range(from, from + count));
    }

    /** Which seeds broke, and the trace of the first of them. */
    private String broken(LongStream seeds) {
        var broken =
                seeds.parallel()
                        .filter(s -> Simulation.play(s, scenario, Set.of()).broken().isPresent())
                        .sorted()
                        .boxed()
                        .toList();
        if (broken.isEmpty()) {
            return "";
        }
        keep(broken.getFirst());
        var account = Simulation.tell(broken.getFirst(), scenario, Set.of());
        return "%s: seeds %s; seed %d: %s%n%s"
                .formatted(
                        name,
                        broken,
                        account.seed(),
                        account.broken().orElse("not this time"),
                        String.join("\n", account.trace()));
    }

    private LongStream kept() {
        try {
            return Files.exists(file())
                    ? Files.readAllLines(file()).stream().mapToLong(Long::parseLong)
                    : LongStream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keep(long seed) {
        if (kept().anyMatch(known -> known == seed)) {
            return;
        }
        try {
            Files.createDirectories(KEPT);
            Files.writeString(
                    file(), seed + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return KEPT.resolve(name + ".txt");
    }
}
