package dev.paylater.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OnceAMinuteTest {

    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
    private final OnceAMinute due = new OnceAMinute(nanoTime::get);

    @Test
    void a_cause_is_due_once_a_minute_and_each_by_itself() {
        assertThat(due.isDue(List.of("mca_1", "HTTP 401"))).isTrue();
        pass(59_999);
        assertThat(due.isDue(List.of("mca_1", "HTTP 401"))).isFalse();
        assertThat(due.isDue(List.of("mca_1", "HTTP 403"))).isTrue();
        assertThat(due.isDue(List.of("mca_2", "HTTP 401"))).isTrue();
        pass(1);
        assertThat(due.isDue(List.of("mca_1", "HTTP 401"))).isTrue();
        assertThat(due.isDue(List.of("mca_1", "HTTP 403"))).isFalse();
    }

    @Test
    void of_more_causes_than_it_keeps_the_one_that_was_said_longest_ago_is_forgotten() {
        for (var cause = 0; cause <= 10_000; cause++) {
            assertThat(due.isDue(cause)).isTrue();
        }
        assertThat(due.isDue(1)).isFalse();
        assertThat(due.isDue(0)).isTrue();
    }

    private void pass(long millis) {
        nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
