package dev.paylater.connector.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up once every worker has joined its group, whether there is work for it or not. */
final class WorkersHealth implements HealthIndicator {

    private final Workers workers;

    WorkersHealth(Workers workers) {
        this.workers = workers;
    }

    @Override
    public Health health() {
        var idle = workers.idle();
        return idle.isEmpty()
                ? Health.up().build()
                : Health.outOfService().withDetail("not_joined", idle).build();
    }
}
