package dev.paylater.connector.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while every worker is in its group and polls, whether there is work for it or not. */
final class WorkersHealth implements HealthIndicator {

    private final Workers workers;

    WorkersHealth(Workers workers) {
        this.workers = workers;
    }

    @Override
    public Health health() {
        var troubles = workers.troubles();
        return troubles.isEmpty()
                ? Health.up().build()
                : Health.outOfService().withDetail("reason", String.join(". ", troubles)).build();
    }
}
