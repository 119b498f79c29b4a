package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.timer.SetClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** A consumer that gets no further is seen from outside. */
final class CommandsHealthTest {

    private static final TopicPartition ONE = new TopicPartition("commands", 1);
    private static final TopicPartition TWO = new TopicPartition("commands", 2);

    private final SetClock clock = new SetClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Retries retries = new Retries(clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FakeContainer container = new FakeContainer();
    private final CommandsHealth health =
            new CommandsHealth("commands", container.container(), retries, meters);

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
                        down(
                                "The same batch of commands-1 has failed for 61 s and is retried;"
                                        + " commands behind it wait. Its log says why"));
    }

    @Test
    void a_consumer_that_has_stopped_is_not_well_at_once() {
        container.stops();
        assertThat(reason())
                .startsWith("A consumer of commands has stopped and will not go on by itself.")
                .contains("PAYLATER_INSTANCE");
    }

    @Test
    void a_thread_that_does_not_come_back_to_kafka_for_more_than_a_minute_is_not_well() {
        container.measures("last-poll-seconds-ago", 60);
        assertThat(health.health()).isEqualTo(Health.up().build());

        container.measures("last-poll-seconds-ago", 61);
        assertThat(reason())
                .startsWith("The thread that reads commands has not come back to Kafka for 61 s");
    }

    @Test
    void a_consumer_that_does_not_reach_kafka_for_more_than_a_minute_is_not_well() {
        container.measures("last-heartbeat-seconds-ago", 61);
        assertThat(reason())
                .startsWith("The consumer of commands has not reached its group in Kafka for 61 s");
    }

    @Test
    void what_has_not_happened_yet_is_no_trouble() {
        container.measures("last-poll-seconds-ago", -1);
        container.measures("last-heartbeat-seconds-ago", -1);
        assertThat(health.health()).isEqualTo(Health.up().build());
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
        assertThat(reason()).startsWith("The same batch of commands-1 has failed for 95 s");
        retries.succeeded(List.of(ONE));
        assertThat(reason()).startsWith("The same batch of commands-2 has failed for 65 s");
    }

    private String reason() {
        var now = health.health();
        assertThat(now.getStatus()).isEqualTo(Status.DOWN);
        return String.valueOf(now.getDetails().get("reason"));
    }

    private static Health down(String reason) {
        return Health.down().withDetail("reason", reason).build();
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
        return meters.get("paylater.commands.retried.seconds")
                .tag("topic", "commands")
                .gauge()
                .value();
    }
}
