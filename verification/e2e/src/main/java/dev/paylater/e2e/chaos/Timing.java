package dev.paylater.e2e.chaos;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Measures how long it takes from a restart until what was in flight then has settled: a step that
 * lived through several restarts counts from the last of them, as it was held up until then. The
 * time in which a service was gone altogether after that does not count, and is shown by itself.
 */
final class Timing {

    private final LongSupplier nanoTime;
    private final List<Restart> restarts = new ArrayList<>();
    private final List<Span> settled = new ArrayList<>();

    /**
     * A process that was killed and has come back; nanoseconds.
     *
     * @param only whether it was the only instance of its service
     */
    record Restart(String service, long killed, long ready, boolean only) {}

    private record Span(String what, long begun, long ended, boolean slow) {}

    /** What was in flight at a restart, and for how long another service was gone after it. */
    private record Held(Span span, Restart restart, long othersAway) {

        String service() {
            return restart.service();
        }

        long nanos() {
            return span.ended() - restart.ready() - othersAway;
        }

        long nanosWithDeaths() {
            return span.ended() - restart.ready();
        }
    }

    /** Times are those of this clock; nanoseconds. */
    Timing(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

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

    /** The only instance of a service was killed then and is back now. */
    synchronized void restarted(String service, long killed) {
        restarts.add(new Restart(service, killed, nanoTime.getAsLong(), true));
    }

    /** One of several instances was away from then on and is back now. */
    synchronized void restartedOneOf(String service, long killed) {
        restarts.add(new Restart(service, killed, nanoTime.getAsLong(), false));
    }

    /**
     * Something that began then has settled now.
     *
     * @param what names it for people
     * @param slow whether it takes many seconds by itself
     */
    synchronized void settled(String what, long begun, boolean slow) {
        settled.add(new Span(what, begun, nanoTime.getAsLong(), slow));
    }

    /**
     * The longest time in which nothing settled, while anything was in flight that does not take
     * long by itself: a few refunds that wait for an operator are no pause.
     */
    synchronized Duration longestPause() {
        var byEnd = settled.stream().sorted(Comparator.comparingLong(Span::ended)).toList();
        var longest = 0L;
        var inFlightSince = Long.MAX_VALUE;
        for (var i = byEnd.size() - 1; i > 0; i--) {
            var span = byEnd.get(i);
            inFlightSince = Math.min(inFlightSince, span.slow() ? span.ended() : span.begun());
            var previous = byEnd.get(i - 1).ended();
            longest = Math.max(longest, span.ended() - Math.max(previous, inFlightSince));
        }
        return Duration.ofNanos(longest);
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
        return afterRestart(prompt(), Held::nanos);
    }

    /** How long requests in flight at a restart took, deaths of other services included. */
    synchronized Quantiles promptWithDeaths() {
        return afterRestart(prompt(), Held::nanosWithDeaths);
    }

    synchronized Quantiles allAfterRestart() {
        return afterRestart(settled, Held::nanos);
    }

    /** {@link #promptAfterRestart} for each service by itself. */
    synchronized Map<String, Quantiles> promptByService() {
        return held(prompt()).stream()
                .collect(
                        groupingBy(
                                Held::service,
                                TreeMap::new,
                                collectingAndThen(mapping(Held::nanos, toList()), Quantiles::of)));
    }

    /** What took longest after a restart, in words. */
    synchronized List<String> slowest(int count) {
        return held(prompt()).stream()
                .sorted(Comparator.comparingLong(Held::nanos).reversed())
                .limit(count)
                .map(this::describe)
                .toList();
    }

    private String describe(Held held) {
        var next =
                deaths(held.restart(), held.span())
                        .findFirst()
                        .map(
                                restart ->
                                        ", %s died after %.1f s"
                                                .formatted(
                                                        restart.service(),
                                                        (restart.killed() - held.restart().ready())
                                                                / 1e9))
                        .orElse("");
        return "%.1f s after %s: %s%s"
                .formatted(held.nanos() / 1e9, held.service(), held.span().what(), next);
    }

    private List<Span> prompt() {
        return settled.stream().filter(span -> !span.slow()).toList();
    }

    private Quantiles afterRestart(List<Span> spans, ToLongFunction<Held> nanos) {
        return Quantiles.of(held(spans).stream().mapToLong(nanos).boxed().toList());
    }

    private List<Held> held(List<Span> spans) {
        var held = new ArrayList<Held>();
        for (var span : spans) {
            restarts.stream()
                    .filter(r -> span.begun() < r.ready() && r.ready() < span.ended())
                    .max(Comparator.comparingLong(Restart::ready))
                    .ifPresent(r -> held.add(new Held(span, r, othersAway(r, span))));
        }
        return held;
    }

    private long othersAway(Restart restart, Span span) {
        return deaths(restart, span)
                .filter(Restart::only)
                .mapToLong(death -> Math.min(death.ready(), span.ended()) - death.killed())
                .sum();
    }

    /** Those who died after a restart and before something settled. */
    private Stream<Restart> deaths(Restart restart, Span span) {
        return restarts.stream()
                .filter(death -> death.killed() > restart.ready())
                .filter(death -> death.killed() < span.ended());
    }
}
