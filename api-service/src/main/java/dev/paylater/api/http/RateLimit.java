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
final class RateLimit {

    private static final int REMEMBERED_KEYS = 100_000;

    private final String whose;
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
        this.whose = whose;
        this.nanosPerRequest = TimeUnit.SECONDS.toNanos(1) / requestsPerSecond;
        this.toleranceNanos = nanosPerRequest * (burst - 1L);
        this.nanoTime = nanoTime;
        this.usedUntil =
                Caffeine.newBuilder()
                        .expireAfterAccess(Duration.ofMinutes(10))
                        .maximumSize(REMEMBERED_KEYS)
                        .build();
    }

    void pass(String keyId) {
        var now = nanoTime.getAsLong();
        var used = usedUntil.get(keyId, _ -> new AtomicLong(now));
        while (true) {
            var until = used.get();
            var start = until - now < 0 ? now : until;
            if (start - now > toleranceNanos) {
                throw refusal(start - now - toleranceNanos);
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
                throw refusal(ahead - toleranceNanos);
            }
        }
    }

    private ApiException refusal(long nanosTooEarly) {
        var seconds = TimeUnit.NANOSECONDS.toSeconds(nanosTooEarly) + 1;
        return ApiException.retryLater(
                ErrorCode.RL_01.status(),
                ErrorCode.RL_01,
                "This " + whose + " sends more requests than it may",
                (int) seconds);
    }
}
