package dev.paylater.kit.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.apache.kafka.common.Metric;

/** Whether a consumer gets on, by what Kafka's client measures of itself. */
public final class ConsumerProgress {

    private static final Duration TOO_LONG = Duration.ofMinutes(1);
    private static final String LAST_POLL = "last-poll-seconds-ago";
    private static final String LAST_HEARTBEAT = "last-heartbeat-seconds-ago";

    private ConsumerProgress() {}

    /** Why the topic is not read, in words for whoever operates it; empty while it is. */
    public static Optional<String> trouble(String topic, Collection<? extends Metric> metrics) {
        var polled = seconds(metrics, LAST_POLL);
        if (polled > TOO_LONG.toSeconds()) {
            return Optional.of(
                    "The thread that reads %s has not come back to Kafka for %s s: a thread dump shows where it stands"
                            .formatted(topic, polled));
        }
        var reached = seconds(metrics, LAST_HEARTBEAT);
        if (reached > TOO_LONG.toSeconds()) {
            return Optional.of(
                    "The consumer of %s has not reached its group in Kafka for %s s: other instances have taken over what it read"
                            .formatted(topic, reached));
        }
        return Optional.empty();
    }

    /** Negative before the first time. */
    private static long seconds(Collection<? extends Metric> metrics, String name) {
        return metrics.stream()
                .filter(metric -> metric.metricName().name().equals(name))
                .map(Metric::metricValue)
                .filter(Number.class::isInstance)
                .mapToLong(value -> ((Number) value).longValue())
                .max()
                .orElse(-1);
    }
}
