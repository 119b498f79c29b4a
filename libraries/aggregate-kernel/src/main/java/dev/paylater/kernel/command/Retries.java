package dev.paylater.kernel.command;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Partitions whose batch has failed and comes again. */
public final class Retries {

    /** A partition that has not failed for so long was taken over by another process. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);

    /**
     * A partition's failures in a row.
     *
     * @param since when the first of them was
     */
    public record Retry(TopicPartition partition, Instant since, Instant latest, int failures) {}

    private final Clock clock;
    private final Map<TopicPartition, Retry> retries = new ConcurrentHashMap<>();

    public Retries(Clock clock) {
        this.clock = clock;
    }

    void failed(Collection<TopicPartition> partitions) {
        var now = clock.instant();
        for (var partition : partitions) {
            retries.merge(
                    partition,
                    new Retry(partition, now, now, 1),
                    (known, _) -> new Retry(partition, known.since(), now, known.failures() + 1));
        }
    }

    void succeeded(Collection<TopicPartition> partitions) {
        retries.keySet().removeAll(partitions);
    }

    /** The one of these that has failed for the longest time. */
    Optional<Retry> longest(Collection<TopicPartition> partitions) {
        return failing()
                .filter(retry -> partitions.contains(retry.partition()))
                .min(Comparator.comparing(Retry::since));
    }

    /** The one that has failed for the longest time, if one is failing. */
    public Optional<Retry> longest() {
        return failing().min(Comparator.comparing(Retry::since));
    }

    private Stream<Retry> failing() {
        var forgotten = clock.instant().minus(FORGOTTEN_AFTER);
        retries.values().removeIf(retry -> retry.latest().isBefore(forgotten));
        return retries.values().stream();
    }

    /** How long that is; zero while nothing fails. */
    public Duration duration() {
        return longest()
                .map(retry -> Duration.between(retry.since(), clock.instant()))
                .orElse(Duration.ZERO);
    }
}
