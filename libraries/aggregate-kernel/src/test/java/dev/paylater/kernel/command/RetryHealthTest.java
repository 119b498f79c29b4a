package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.timer.SetClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;

/** A consumer that gets no further is seen from outside. */
final class RetryHealthTest {

    private static final TopicPartition ONE = new TopicPartition("commands", 1);
    private static final TopicPartition TWO = new TopicPartition("commands", 2);

    private final SetClock clock = new SetClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Retries retries = new Retries(clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RetryHealth health = new RetryHealth(retries, meters);

    @Test
    void while_nothing_fails_it_is_well() {
        assertThat(health.health()).isEqualTo(Health.up().build());
        assertThat(seconds()).isZero();
    }

    @Test
    void a_batch_that_is_retried_for_more_than_a_minute_is_not_well() {
        fail(ONE, 60);
        assertThat(seconds()).isEqualTo(60);
        assertThat(health.health()).isEqualTo(Health.up().build());

        fail(ONE, 1);
        assertThat(seconds()).isEqualTo(61);
        assertThat(health.health())
                .isEqualTo(
                        Health.down()
                                .withDetails(
                                        Map.of(
                                                "retried_for_seconds",
                                                61L,
                                                "partition",
                                                "commands-1"))
                                .build());
    }

    @Test
    void it_is_well_again_when_the_batch_has_gone_through() {
        fail(ONE, 70);
        retries.succeeded(List.of(ONE));
        assertThat(health.health()).isEqualTo(Health.up().build());
        assertThat(seconds()).isZero();
    }

    @Test
    void the_partition_that_has_failed_for_the_longest_time_is_named() {
        fail(ONE, 30);
        fail(TWO, 65);
        fail(ONE, 0);
        assertThat(health.health().getDetails())
                .isEqualTo(Map.of("retried_for_seconds", 95L, "partition", "commands-1"));
        retries.succeeded(List.of(ONE));
        assertThat(health.health().getDetails())
                .isEqualTo(Map.of("retried_for_seconds", 65L, "partition", "commands-2"));
    }

    /** Fails now, and every five seconds for so long, at the end once more. */
    private void fail(TopicPartition partition, int seconds) {
        retries.failed(List.of(partition));
        for (var left = seconds; left > 0; left -= 5) {
            clock.pass(Duration.ofSeconds(Math.min(left, 5)));
            retries.failed(List.of(partition));
            if (partition.equals(TWO)) {
                retries.failed(List.of(ONE));
            }
        }
    }

    private double seconds() {
        return meters.get("paylater.commands.retried.seconds").gauge().value();
    }
}
