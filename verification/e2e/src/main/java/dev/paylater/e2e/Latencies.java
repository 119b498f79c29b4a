package dev.paylater.e2e;

import java.time.Duration;
import java.util.List;

/** How long requests took. */
public record Latencies(List<Duration> sorted) {

    public Latencies {
        sorted = sorted.stream().sorted().toList();
    }

    /** Of a hundred requests, so many took at most this. */
    public Duration percentile(int percent) {
        return sorted.get(Math.ceilDiv(sorted.size() * percent, 100) - 1);
    }

    @Override
    public String toString() {
        return "n=%d p50=%.1f ms p99=%.1f ms max=%.1f ms"
                .formatted(
                        sorted.size(),
                        millis(percentile(50)),
                        millis(percentile(99)),
                        millis(sorted.getLast()));
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
