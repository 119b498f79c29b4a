package dev.paylater.kernel.command;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports a consumer that keeps retrying a batch, by health and as a metric in seconds. */
public final class RetryHealth implements HealthIndicator {

    private static final Duration TOO_LONG = Duration.ofMinutes(1);

    private final Retries retries;

    public RetryHealth(Retries retries, MeterRegistry meters) {
        this.retries = retries;
        meters.gauge("paylater.commands.retried.seconds", retries, r -> r.duration().toSeconds());
    }

    @Override
    public Health health() {
        var duration = retries.duration();
        if (duration.compareTo(TOO_LONG) <= 0) {
            return Health.up().build();
        }
        var health = Health.down().withDetail("retried_for_seconds", duration.toSeconds());
        retries.longest()
                .ifPresent(retry -> health.withDetail("partition", retry.partition().toString()));
        return health.build();
    }
}
