package dev.paylater.e2e.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlowRequestsTest {

    private static final ApiAnswer ANSWER =
            new ApiAnswer(200, HttpHeaders.of(Map.of(), (_, _) -> true), "");

    private final AtomicLong now = new AtomicLong();
    private final SlowRequests pace = new SlowRequests(now::get);

    @Test
    void what_takes_250_ms_is_not_repeated() {
        assertThat(tooLong(250, taking(900), taking(1))).isNull();
    }

    @Test
    void what_is_quick_once_is_not_slow() {
        assertThat(tooLong(900, taking(900, 900, 250), taking(1))).isNull();
        assertThat(
                        tooLong(
                                900,
                                taking(900, 900, 900, 900, 900, 900, 900, 900, 900, 250),
                                taking(1)))
                .isNull();
    }

    @Test
    void what_is_slow_each_time_is_found_with_its_fastest() {
        assertThat(tooLong(900, taking(400, 251, 500), taking(12, 13, 30)))
                .isEqualTo(Duration.ofMillis(251));
    }

    @Test
    void a_machine_that_is_late_with_a_plain_call_is_allowed_twenty_times_as_much() {
        assertThat(tooLong(900, taking(900, 400, 900), taking(25, 20, 30))).isNull();
        assertThat(tooLong(900, taking(900, 401, 900), taking(25, 20, 30)))
                .isEqualTo(Duration.ofMillis(401));
    }

    private @Nullable Duration tooLong(
            long first, Supplier<ApiAnswer> request, Supplier<ApiAnswer> plain) {
        return pace.tooLong(Duration.ofMillis(first), request, plain);
    }

    /** One after the other so many milliseconds, and from then on as many as the last. */
    private Supplier<ApiAnswer> taking(long... millis) {
        var calls = new AtomicInteger();
        return () -> {
            var call = Math.min(calls.getAndIncrement(), millis.length - 1);
            now.addAndGet(Duration.ofMillis(millis[call]).toNanos());
            return ANSWER;
        };
    }
}
