package dev.paylater.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paylater.api.error.ApiException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
    private final RateLimit limit = new RateLimit("key", 10, 3, time::get);

    @Test
    void a_burst_passes_and_then_the_rate_counts() {
        for (var i = 0; i < 3; i++) {
            limit.pass("key");
        }
        assertThatThrownBy(() -> limit.pass("key")).isInstanceOf(ApiException.class);
        limit.pass("another key");
        time.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
        limit.pass("key");
        assertThatThrownBy(() -> limit.pass("key")).isInstanceOf(ApiException.class);
    }

    @Test
    void who_is_refused_learns_when_to_come_back() {
        for (var i = 0; i < 3; i++) {
            limit.pass("key");
        }
        var refused = catchThrowableOfType(ApiException.class, () -> limit.pass("key"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsEntry("Retry-After", "1");
    }

    @Test
    void who_comes_back_when_told_to_is_let_through() {
        time.set(TimeUnit.HOURS.toNanos(1));
        var slow = new RateLimit("key", 1, 5, time::get);
        for (var i = 0; i < 5; i++) {
            slow.pass("key");
        }
        time.incrementAndGet();
        var refused = catchThrowableOfType(ApiException.class, () -> slow.pass("key"));
        assertThat(refused.headers()).containsEntry("Retry-After", "1");

        time.addAndGet(TimeUnit.SECONDS.toNanos(1));
        slow.pass("key");
    }

    @Test
    void who_was_away_may_send_a_burst_again_and_no_more() {
        limit.pass("key");
        time.addAndGet(TimeUnit.HOURS.toNanos(1));
        for (var i = 0; i < 3; i++) {
            limit.pass("key");
        }
        assertThatThrownBy(() -> limit.pass("key")).isInstanceOf(ApiException.class);
    }

    @Test
    void who_only_looks_whether_there_is_room_uses_none_up() {
        for (var i = 0; i < 3; i++) {
            limit.requireRoom("key");
            limit.pass("key");
        }
        assertThatThrownBy(() -> limit.requireRoom("key")).isInstanceOf(ApiException.class);
        limit.requireRoom("another key");
        time.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
        limit.requireRoom("key");
    }
}
