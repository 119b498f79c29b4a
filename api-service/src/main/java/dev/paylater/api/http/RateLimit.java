package dev.paylater.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.settings.ApiSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How often a key may call this instance. Per key one number is kept, the time at which the
 * requests so far would have been used up at the permitted rate (the generic cell rate algorithm).
 */
@Component
public final class RateLimit {

    private static final int REMEMBERED_KEYS = 100_000;

    private final String refusal;
    private final Rate rate;
    private final LongSupplier nanoTime;
    private final Cache<String, AtomicLong> usedUntil;

    /**
     * How often somebody may call.
     *
     * @param nanosPerRequest on average
     * @param toleranceNanos how far ahead of that the requests so far may be
     */
    record Rate(long nanosPerRequest, long toleranceNanos) {

        static Rate of(int requestsPerSecond, int burst) {
            return of(TimeUnit.SECONDS.toNanos(1) / requestsPerSecond, burst);
        }

        private static Rate of(long nanosPerRequest, int burst) {
            return new Rate(nanosPerRequest, nanosPerRequest * (burst - 1L));
        }
    }

    @Autowired
    RateLimit(ApiSettings settings) {
        this("key", settings.requestsPerSecond(), settings.burst(), System::nanoTime);
    }

    /**
     * A limit.
     *
     * @param whose what is counted, for the refusal: a key, an address
     */
    RateLimit(String whose, int requestsPerSecond, int burst, LongSupplier nanoTime) {
        this(
                "This " + whose + " sends more requests than it may",
                Rate.of(requestsPerSecond, burst),
                nanoTime);
    }

    private RateLimit(String refusal, Rate rate, LongSupplier nanoTime) {
        this.refusal = refusal;
        this.rate = rate;
        this.nanoTime = nanoTime;
        this.usedUntil =
                Caffeine.newBuilder()
                        .expireAfterAccess(Duration.ofMinutes(10))
                        .maximumSize(REMEMBERED_KEYS)
                        .build();
    }

    /** A limit of so many at once, and one more each time that the interval has passed. */
    public static RateLimit of(String refusal, Duration interval, int burst) {
        return new RateLimit(refusal, Rate.of(interval.toNanos(), burst), System::nanoTime);
    }

    /** Counts a request, and refuses one too many with 429. */
    public void pass(String keyId) {
        pass(keyId, rate);
    }

    /** Counts a request of somebody who has a rate of their own. */
    void pass(String keyId, Rate rate) {
        var now = nanoTime.getAsLong();
        var used = usedUntil.get(keyId, _ -> new AtomicLong(now));
        while (true) {
            var until = used.get();
            var start = until - now < 0 ? now : until;
            if (start - now > rate.toleranceNanos()) {
                throw refuse(start - now - rate.toleranceNanos());
            }
            if (used.compareAndSet(until, start + rate.nanosPerRequest())) {
                return;
            }
        }
    }

    /** Refuses like {@link #pass} and counts nothing. */
    void requireRoom(String id) {
        var used = usedUntil.getIfPresent(id);
        if (used != null) {
            var ahead = used.get() - nanoTime.getAsLong();
            if (ahead > rate.toleranceNanos()) {
                throw refuse(ahead - rate.toleranceNanos());
            }
        }
    }

    private ApiException refuse(long nanosTooEarly) {
        var seconds = TimeUnit.NANOSECONDS.toSeconds(nanosTooEarly) + 1;
        return ApiException.retryLater(
                ErrorCode.RL_01.status(), ErrorCode.RL_01, refusal, (int) seconds);
    }
}
