package dev.paylater.webhook.send;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylater.webhook.WebhookSettings;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How much is under way: in all, and to each endpoint, so that one that hangs delays nobody else.
 * One that does not answer at all is left alone for a moment.
 */
final class EndpointGuards {

    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final int MOST = 10_000;
    private static final Duration LONGEST_UNUSED = Duration.ofHours(1);

    /** An endpoint that asks for it is left alone for so long, with all that is for it. */
    private static final Duration LONGEST_REST = Duration.ofHours(1);

    /** What stands between an endpoint and its deliveries. */
    record Guard(Bulkhead bulkhead, CircuitBreaker breaker, AtomicReference<Instant> restsUntil) {

        boolean rests(Instant now) {
            return restsUntil.get().isAfter(now);
        }
    }

    private final Semaphore room;
    private final Semaphore left = new Semaphore(0);
    private final int size;
    private final LoadingCache<String, Guard> guards;

    EndpointGuards(WebhookSettings settings) {
        size = settings.maxInHand();
        room = new Semaphore(size);
        var bulkheads =
                BulkheadConfig.custom()
                        .maxConcurrentCalls(settings.maxPerEndpoint())
                        .maxWaitDuration(Duration.ZERO)
                        .build();
        var breakers =
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(20)
                        .minimumNumberOfCalls(10)
                        .failureRateThreshold(80)
                        .permittedNumberOfCallsInHalfOpenState(2)
                        .waitDurationInOpenState(PAUSE)
                        .build();
        guards =
                Caffeine.newBuilder()
                        .maximumSize(MOST)
                        .expireAfterAccess(LONGEST_UNUSED)
                        .build(
                                id ->
                                        new Guard(
                                                Bulkhead.of(id, bulkheads),
                                                CircuitBreaker.of(id, breakers),
                                                new AtomicReference<>(Instant.MIN)));
    }

    Guard of(String endpointId) {
        return guards.get(endpointId);
    }

    /** Nothing is sent to the endpoint for this long. */
    void rest(String endpointId, Instant now, Duration wanted) {
        var time = wanted.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wanted;
        of(endpointId).restsUntil().set(now.plus(time));
    }

    /** Takes a place for a delivery, if there is one. */
    boolean enter(String endpointId) {
        if (!room.tryAcquire()) {
            return false;
        }
        if (of(endpointId).bulkhead().tryAcquirePermission()) {
            return true;
        }
        room.release();
        return false;
    }

    void leave(String endpointId) {
        of(endpointId).bulkhead().releasePermission();
        room.release();
        if (left.availablePermits() == 0) {
            left.release();
        }
    }

    int inHand() {
        return size - room.availablePermits();
    }

    int room() {
        return room.availablePermits();
    }

    /** How many deliveries the endpoint takes at the moment. */
    int room(String endpointId, Instant now) {
        var guard = of(endpointId);
        return guard.rests(now)
                ? 0
                : Math.min(room(), guard.bulkhead().getMetrics().getAvailableConcurrentCalls());
    }

    /** Waits until a delivery has left since the last one that was waited for. */
    boolean awaitLeave(Duration atMost) throws InterruptedException {
        var hasLeft = left.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        left.drainPermits();
        return hasLeft;
    }
}
