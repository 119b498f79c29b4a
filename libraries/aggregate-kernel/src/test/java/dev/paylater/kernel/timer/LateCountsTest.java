package dev.paylater.kernel.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LateCountsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SetClock clock = new SetClock(START);

    @Test
    void a_count_is_none_before_it_was_counted_and_then_what_was_counted_last() {
        var late = new AtomicLong(7);
        var counts = new LateCounts(meters, clock).with("late", "what is late", _ -> late.get());
        assertThat(value("late")).isZero();
        counts.count();
        assertThat(value("late")).isEqualTo(7);
        late.set(0);
        counts.count();
        assertThat(value("late")).isZero();
    }

    @Test
    void what_is_late_is_counted_as_of_now() {
        var counts =
                new LateCounts(meters, clock)
                        .with("seconds", "passed", now -> Duration.between(START, now).toSeconds());
        clock.pass(Duration.ofSeconds(30));
        counts.count();
        assertThat(value("seconds")).isEqualTo(30);
    }

    @Test
    void a_count_that_fails_keeps_its_value_and_stops_no_other() {
        var away = new AtomicLong();
        var counts =
                new LateCounts(meters, clock)
                        .with(
                                "failing",
                                "not to be counted",
                                _ -> {
                                    if (away.get() == 1) {
                                        throw new IllegalStateException("the store is away");
                                    }
                                    return 3;
                                })
                        .with("other", "counted", _ -> 5 + away.get());
        counts.count();
        away.set(1);
        counts.count();
        assertThat(value("failing")).isEqualTo(3);
        assertThat(value("other")).isEqualTo(6);
    }

    private double value(String name) {
        return meters.get(name).gauge().value();
    }
}
