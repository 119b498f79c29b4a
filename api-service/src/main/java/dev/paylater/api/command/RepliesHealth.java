package dev.paylater.api.command;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Up while replies are read: without them every request waits as long as it may. */
@Component("repliesHealthIndicator")
final class RepliesHealth implements HealthIndicator {

    private final Replies replies;

    RepliesHealth(Replies replies) {
        this.replies = replies;
    }

    @Override
    public Health health() {
        return replies.trouble()
                .map(reason -> Health.down().withDetail("reason", reason).build())
                .orElseGet(() -> Health.up().build());
    }
}
