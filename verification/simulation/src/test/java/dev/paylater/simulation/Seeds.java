package dev.paylater.simulation;

import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/** Plays many seeds, each in one thread, several side by side. */
final class Seeds {

    private Seeds() {}

    /** What broke, and the trace of the first seed that did. */
    static String broken(long from, long count, Scenery scenery) {
        var broken = new ConcurrentLinkedQueue<Simulation.Result>();
        LongStream.range(from, from + count)
                .parallel()
                .forEach(
                        seed -> {
                            var result = Simulation.play(seed, scenery, Set.of());
                            if (result.broken().isPresent()) {
                                broken.add(result);
                            }
                        });
        return broken.stream()
                .min((one, other) -> Long.compare(one.seed(), other.seed()))
                .map(first -> Simulation.tell(first.seed(), scenery, Set.of()))
                .map(
                        told ->
                                "%d of %d seeds; seed %d: %s%n%s"
                                        .formatted(
                                                broken.size(),
                                                count,
                                                told.seed(),
                                                told.broken().orElse("not this time"),
                                                String.join("\n", told.trace())))
                .orElse("");
    }
}
