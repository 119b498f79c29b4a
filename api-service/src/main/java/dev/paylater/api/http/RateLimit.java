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
    private final long nanosPerRequest;
    private final long toleranceNanos;
    private final LongSupplier nanoTime;
    private final Cache<String, AtomicLong> usedUntil;

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
                TimeUnit.SECONDS.toNanos(1) / requestsPerSecond,
                burst,
                nanoTime);
    }

    private RateLimit(String refusal, long nanosPerRequest, int burst, LongSupplier nanoTime) {
        this.refusal = refusal;
        this.nanosPerRequest = nanosPerRequest;
        this.toleranceNanos = nanosPerRequest * (burst - 1L);
        this.nanoTime = nanoTime;
        this.usedUntil =
                Caffeine.newBuilder()
                        .expireAfterAccess(Duration.ofMinutes(10))
                        .maximumSize(REMEMBERED_KEYS)
                        .build();
    }

    /** A limit of so many at once, and one more each time that the interval has passed. */
    public static RateLimit of(String refusal, Duration interval, int burst) {
        return new RateLimit(refusal, interval.toNanos(), burst, System::nanoTime);
    }

    /** Counts a request, and refuses one too many with 429. */
    public void pass(String keyId) {
        var now = nanoTime.getAsLong();
        var used = usedUntil.get(keyId, _ -> new AtomicLong(now));
        while (true) {
            var until = used.get();
            var start = until - now < 0 ? now : until;
            if (start - now > toleranceNanos) {
                throw refuse(start - now - toleranceNanos);
            }
            if (used.compareAndSet(until, start + nanosPerRequest)) {
                return;
            }
        }
    }

    /** Refuses like {@link #pass} and counts nothing. */
    void requireRoom(String id) {
        var used = usedUntil.getIfPresent(id);
        if (used != null) {
            var ahead = used.get() - nanoTime.getAsLong();
            if (ahead > toleranceNanos) {
                throw refuse(ahead - toleranceNanos);
            }
        }
    }

    private ApiException refuse(long nanosTooEarly) {
        var seconds = TimeUnit.NANOSECONDS.toSeconds(nanosTooEarly) + 1;
        return ApiException.retryLater(
                ErrorCode.RL_01.status(), ErrorCode.RL_01, refusal, (int) seconds);
    }
}
