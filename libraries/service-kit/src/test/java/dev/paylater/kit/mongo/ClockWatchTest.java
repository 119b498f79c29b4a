package dev.paylater.kit.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClients;
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** A clock that differs from the store's, at a real store. */
final class ClockWatchTest {

    /** A test that is slower than this between two looks at a clock is no test. */
    private static final double SECONDS = 20;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void a_clock_that_is_right_is_well() {
        var watch = watch(Duration.ZERO);

        assertThat(difference()).isCloseTo(0, within(SECONDS));
        assertThat(watch.health()).isEqualTo(Health.up().build());
    }

    @Test
    void a_clock_that_is_an_hour_ahead_is_measured_and_takes_the_instance_out() {
        var watch = watch(Duration.ofHours(1));

        assertThat(difference()).isCloseTo(3_600, within(SECONDS));
        assertThat(watch.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(String.valueOf(watch.health().getDetails().get("reason")))
                .startsWith("The clock of this host is 3")
                .contains("s ahead of the store's");
    }

    @Test
    void a_clock_that_is_two_minutes_behind_takes_the_instance_out() {
        var watch = watch(Duration.ofMinutes(-2));

        assertThat(difference()).isCloseTo(-120, within(SECONDS));
        assertThat(String.valueOf(watch.health().getDetails().get("reason")))
                .contains("s behind the store's");
    }

    @Test
    void a_clock_that_differs_by_seconds_is_shown_and_not_out() {
        var watch = watch(Duration.ofSeconds(30));

        assertThat(difference()).isCloseTo(30, within(SECONDS));
        assertThat(watch.health()).isEqualTo(Health.up().build());
    }

    private ClockWatch watch(Duration ahead) {
        var client = MongoClients.create(Stack.shared().mongoUri("clocks"));
        var watch =
                new ClockWatch(
                        client.getDatabase("clocks"), () -> Instant.now().plus(ahead), meters);
        watch.measure();
        return watch;
    }

    private double difference() {
        return meters.get("paylater.clock.difference.seconds").gauge().value();
    }
}
