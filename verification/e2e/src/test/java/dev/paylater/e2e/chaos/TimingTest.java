package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimingTest {

    private final AtomicLong now = new AtomicLong();
    private final Timing timing = new Timing(now::get);

    @Test
    void what_was_in_flight_counts_from_the_last_restart_that_it_lived_through() {
        restart("api-service", 1, 4);
        restart("kafka", 6, 9);
        settled(0, 11);

        assertThat(timing.promptAfterRestart())
                .hasToString("p50 2.0 s, p99 2.0 s, longest 2.0 s (1)");
        assertThat(timing.promptByService()).containsOnlyKeys("kafka");
    }

    @Test
    void what_began_after_a_restart_or_settled_before_it_was_not_held_up_by_it() {
        restart("api-service", 1, 4);
        settled(0, 3);
        settled(5, 9);

        assertThat(timing.promptAfterRestart().count()).isZero();
    }

    @Test
    void time_in_which_another_service_is_gone_is_shown_by_itself() {
        restart("api-service", 1, 4);
        settled(0, 17);
        restart("refund-service", 6, 18);
        restart("kafka", 20, 22);

        assertThat(timing.promptAfterRestart())
                .hasToString("p50 2.0 s, p99 2.0 s, longest 2.0 s (1)");
        assertThat(timing.promptWithDeaths())
                .hasToString("p50 13.0 s, p99 13.0 s, longest 13.0 s (1)");
        assertThat(timing.slowest(1))
                .containsExactly(
                        "2.0 s after api-service: a refund, refund-service died after 2.0 s");
    }

    @Test
    void while_one_of_several_instances_is_away_time_counts() {
        restart("api-service", 1, 4);
        settled(0, 17);
        now.set(seconds(18));
        timing.restartedOneOf("refund-service", seconds(6));

        assertThat(timing.promptAfterRestart())
                .hasToString("p50 13.0 s, p99 13.0 s, longest 13.0 s (1)");
    }

    @Test
    void what_takes_long_by_itself_is_counted_apart() {
        restart("store", 1, 2);
        slow(0, 30);
        settled(0, 30);

        assertThat(timing.promptAfterRestart().count()).isEqualTo(1);
        assertThat(timing.allAfterRestart().count()).isEqualTo(2);
    }

    @Test
    void nothing_settling_is_a_pause_while_something_prompt_is_in_flight() {
        settled(0, 1);
        settled(3, 12);
        slow(0, 20);
        settled(17, 21);

        assertThat(timing.longestPause()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void a_pause_begins_with_what_settled_last() {
        slow(0, 5);
        settled(0, 6);
        settled(2, 10);
        slow(0, 90);

        assertThat(timing.longestPause()).isEqualTo(Duration.ofSeconds(4));
    }

    private void restart(String service, long killed, long ready) {
        now.set(seconds(ready));
        timing.restarted(service, seconds(killed));
    }

    private void settled(long begun, long ended) {
        now.set(seconds(ended));
        timing.settled("a refund", seconds(begun), false);
    }

    private void slow(long begun, long ended) {
        now.set(seconds(ended));
        timing.settled("a review", seconds(begun), true);
    }

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }
}
