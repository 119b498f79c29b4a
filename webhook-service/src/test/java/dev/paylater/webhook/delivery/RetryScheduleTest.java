package dev.paylater.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {

    private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
    private static final List<Duration> DELAYS =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(5),
                    Duration.ofHours(10),
                    Duration.ofDays(1));

    private static RetrySchedule schedule(double random) {
        return new RetrySchedule(DELAYS, Duration.ofDays(3), Duration.ofDays(1), () -> random);
    }

    @Test
    void attempts_come_ever_later_then_daily_and_end_after_three_days() {
        var times = new ArrayList<String>();
        var schedule = schedule(0);
        var now = FIRST;
        for (var attempts = 1; ; attempts++) {
            var next = schedule.next(attempts, FIRST, now, null);
            if (next.isEmpty()) {
                break;
            }
            times.add(next.get().toString());
            now = next.get();
        }
        assertThat(times)
                .containsExactly(
                        "2026-03-01T00:00:05Z",
                        "2026-03-01T00:05:05Z",
                        "2026-03-01T00:35:05Z",
                        "2026-03-01T02:35:05Z",
                        "2026-03-01T07:35:05Z",
                        "2026-03-01T17:35:05Z",
                        "2026-03-02T17:35:05Z",
                        "2026-03-03T17:35:05Z");
    }

    @Test
    void a_fifth_of_a_delay_is_left_to_chance() {
        assertThat(schedule(0.5).next(2, FIRST, FIRST, null))
                .contains(Instant.parse("2026-03-01T00:05:30Z"));
    }

    @Test
    void an_endpoint_that_asks_to_be_left_alone_is_for_a_day_at_most() {
        assertThat(schedule(0).next(1, FIRST, FIRST, Duration.ofMinutes(7)))
                .contains(Instant.parse("2026-03-01T00:07:00Z"));
        assertThat(schedule(0).next(1, FIRST, FIRST, Duration.ofDays(30)))
                .contains(Instant.parse("2026-03-02T00:00:00Z"));
        assertThat(schedule(0).next(2, FIRST, FIRST, Duration.ofSeconds(1)))
                .contains(Instant.parse("2026-03-01T00:05:00Z"));
    }
}
