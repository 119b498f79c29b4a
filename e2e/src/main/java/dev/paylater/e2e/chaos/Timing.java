package dev.paylater.e2e.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures how long it takes from a restart until what was in flight then has settled: a step that
 * lived through several restarts counts from the last of them, as it was held up until then.
 */
final class Timing {

    private final List<Restart> restarts = new ArrayList<>();
    private final List<Span> settled = new ArrayList<>();

    /** A process that was killed and has come back; nanoseconds. */
    record Restart(String service, long killed, long ready) {}

    private record Span(long begun, long ended, boolean slow) {}

    /** The quantiles of some durations. */
    record Quantiles(int count, Duration median, Duration p99, Duration longest) {

        static Quantiles of(List<Long> nanos) {
            var sorted = nanos.stream().sorted().toList();
            return new Quantiles(sorted.size(), at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
        }

        private static Duration at(List<Long> sorted, double quantile) {
            if (sorted.isEmpty()) {
                return Duration.ZERO;
            }
            var index = (int) Math.ceil(quantile * sorted.size()) - 1;
            return Duration.ofNanos(sorted.get(Math.max(0, index)));
        }

        @Override
        public String toString() {
            return "p50 %.1f s, p99 %.1f s, longest %.1f s (%d)"
                    .formatted(seconds(median), seconds(p99), seconds(longest), count);
        }

        private static double seconds(Duration duration) {
            return duration.toMillis() / 1000.0;
        }
    }

    synchronized void restarted(String service, long killed) {
        restarts.add(new Restart(service, killed, System.nanoTime()));
    }

    /**
     * Something that began then has settled now.
     *
     * @param slow whether it takes many seconds by itself
     */
    synchronized void settled(long begun, boolean slow) {
        settled.add(new Span(begun, System.nanoTime(), slow));
    }

    synchronized List<Restart> restarts() {
        return List.copyOf(restarts);
    }

    /** Time from the end of a killed process to its readiness. */
    synchronized Quantiles downtimes() {
        return Quantiles.of(
                restarts.stream().map(restart -> restart.ready() - restart.killed()).toList());
    }

    /** What was in flight at a restart and does not take long by itself. */
    synchronized Quantiles promptAfterRestart() {
        return afterRestart(prompt());
    }

    synchronized Quantiles allAfterRestart() {
        return afterRestart(settled);
    }

    /** The same as {@link #promptAfterRestart} for each service by itself. */
    synchronized Map<String, Quantiles> promptByService() {
        var quantiles = new TreeMap<String, Quantiles>();
        durationsByService(prompt())
                .forEach((service, after) -> quantiles.put(service, Quantiles.of(after)));
        return quantiles;
    }

    private List<Span> prompt() {
        return settled.stream().filter(span -> !span.slow()).toList();
    }

    private Quantiles afterRestart(List<Span> spans) {
        return Quantiles.of(
                durationsByService(spans).values().stream().flatMap(List::stream).toList());
    }

    private Map<String, List<Long>> durationsByService(List<Span> spans) {
        var after = new HashMap<String, List<Long>>();
        for (var span : spans) {
            restarts.stream()
                    .filter(r -> span.begun() < r.ready() && r.ready() < span.ended())
                    .max(Comparator.comparingLong(Restart::ready))
                    .ifPresent(
                            r ->
                                    after.computeIfAbsent(r.service(), _ -> new ArrayList<>())
                                            .add(span.ended() - r.ready()));
        }
        return after;
    }
}
