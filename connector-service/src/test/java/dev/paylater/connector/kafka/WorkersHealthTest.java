package dev.paylater.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.messaging.RegistryUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;

/** Workers that get no further are seen from outside. */
final class WorkersHealthTest {

    private static final List<Class<? extends RuntimeException>> PASSING =
            List.of(RegistryUnavailable.class);

    private Duration retried = Duration.ZERO;
    private final WorkersHealth health = new WorkersHealth(List::of, () -> retried);

    @Test
    void what_is_retried_for_more_than_a_minute_makes_the_service_not_ready() {
        retried = Duration.ofSeconds(60);
        assertThat(health.health()).isEqualTo(Health.up().build());

        retried = Duration.ofSeconds(61);
        assertThat(health.health())
                .isEqualTo(
                        Health.outOfService()
                                .withDetail(
                                        "reason",
                                        "A request or its result has been retried for 61 s: Kafka,"
                                                + " the schema registry or the store cannot be"
                                                + " reached. The log says which")
                                .build());
    }

    @Test
    void a_retry_counts_from_its_first_failure_until_it_has_gone_through() {
        var seen = new ArrayList<Duration>();
        var result =
                Retry.retry(
                        "Reading",
                        PASSING,
                        () -> {
                            seen.add(Retry.longest());
                            if (seen.size() < 3) {
                                throw new RegistryUnavailable("away", null);
                            }
                            return "read";
                        });

        assertThat(result).isEqualTo("read");
        assertThat(seen.getFirst()).isZero();
        assertThat(seen.get(1)).isPositive();
        assertThat(seen.get(2)).isGreaterThan(seen.get(1));
        assertThat(Retry.longest()).isZero();
    }
}
