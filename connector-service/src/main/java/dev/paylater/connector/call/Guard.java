package dev.paylater.connector.call;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What stands between an account and its provider: how many calls at once, how many a second,
 * whether the provider seems to be there, and whether it asked for a pause.
 */
final class Guard {

    private final Bulkhead bulkhead;
    private final CircuitBreaker breaker;
    private final @Nullable RateLimiter rate;
    private final Duration timeout;
    private final AtomicReference<Instant> pausedUntil = new AtomicReference<>(Instant.MIN);

    Guard(Bulkhead bulkhead, CircuitBreaker breaker, @Nullable RateLimiter rate, Duration timeout) {
        this.bulkhead = bulkhead;
        this.breaker = breaker;
        this.rate = rate;
        this.timeout = timeout;
    }

    Duration timeout() {
        return timeout;
    }

    /**
     * Lets a call in, waiting for a while when it is not its turn; null when it may go, else why it
     * may not. Who was let in must {@link #leave}, and tell the breaker in between.
     */
    Exchange.@Nullable NotDone enter(Instant now) {
        var paused = pausedUntil.get();
        if (paused.isAfter(now)) {
            return new Exchange.NotDone("the provider asked for a pause", paused);
        }
        if (!bulkhead.tryAcquirePermission()) {
            return new Exchange.NotDone("too many calls of the account are under way", null);
        }
        if (rate != null && !rate.acquirePermission()) {
            bulkhead.releasePermission();
            return new Exchange.NotDone("the account's rate limit is used up", null);
        }
        if (!breaker.tryAcquirePermission()) {
            bulkhead.releasePermission();
            return new Exchange.NotDone("circuit breaker is open", null);
        }
        return null;
    }

    /** Who was let in does not call after all. */
    void turnAway() {
        breaker.releasePermission();
        leave();
    }

    void answered(Duration took) {
        breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    void lost(Duration took, Exception cause) {
        breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, cause);
    }

    /** Whether the breaker lets no call through, or only a few to see. */
    boolean isLeftAlone() {
        return breaker.getState() != CircuitBreaker.State.CLOSED;
    }

    void pause(Instant until) {
        pausedUntil.accumulateAndGet(until, (one, other) -> one.isAfter(other) ? one : other);
    }

    void leave() {
        bulkhead.onComplete();
    }
}
