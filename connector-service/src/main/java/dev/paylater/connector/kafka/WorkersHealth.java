package dev.paylater.connector.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Up while every worker is in its group and polls, whether there is work for it or not, and none
 * has retried for long what only Kafka, the registry or the store can be the cause of.
 */
final class WorkersHealth implements HealthIndicator {

    private static final Duration TOO_LONG = Duration.ofMinutes(1);

    private final Supplier<List<String>> troubles;
    private final Supplier<Duration> retried;

    WorkersHealth(Supplier<List<String>> troubles, Supplier<Duration> retried) {
        this.troubles = troubles;
        this.retried = retried;
    }

    @Override
    public Health health() {
        var all = new ArrayList<>(troubles.get());
        var seconds = retried.get().toSeconds();
        if (seconds > TOO_LONG.toSeconds()) {
            all.add(
                    "A request or its result has been retried for %s s: Kafka, the schema registry or the store cannot be reached. The log says which"
                            .formatted(seconds));
        }
        return all.isEmpty()
                ? Health.up().build()
                : Health.outOfService().withDetail("reason", String.join(". ", all)).build();
    }
}
