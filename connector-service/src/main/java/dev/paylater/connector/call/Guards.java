package dev.paylater.connector.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.paylater.connector.kit.Account;
import dev.paylater.schemas.RequestLifetime;
import dev.paylater.schemas.Topic;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One guard per account in use; a new one when the account's limits have changed. */
final class Guards {

    /**
     * Of an account's proofs, calls under way at once and calls per second. A flood of forgeries
     * costs the provider no more; genuine notifications among it come again later.
     */
    static final int MAX_PROOFS_AT_ONCE = 20;

    static final int MAX_PROOFS_PER_SECOND = 50;

    /** Without its guard an account begins with a closed breaker. */
    static final int MOST = 2_000;

    private static final Logger log = LoggerFactory.getLogger(Guards.class);
    private static final Duration LONGEST_UNUSED = Duration.ofHours(1);

    /** What a guard was made from. */
    private record Limits(Duration timeout, int concurrent, int perSecond) {}

    private record Made(String connector, Limits limits, Guard guard) {}

    private final CallSettings settings;
    private final Duration patience;
    private final Function<Account, Limits> limits;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final BulkheadRegistry bulkheads = BulkheadRegistry.ofDefaults();
    private final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();
    private final Cache<String, Made> guards =
            Caffeine.newBuilder()
                    .maximumSize(MOST)
                    .expireAfterAccess(LONGEST_UNUSED)
                    .evictionListener(this::forget)
                    .executor(Runnable::run)
                    .build();

    private Guards(
            CallSettings settings,
            Duration patience,
            Function<Account, Limits> limits,
            Clock clock,
            LongSupplier nanoTime) {
        this.settings = settings;
        this.patience = patience;
        this.limits = limits;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * For payments and refunds; no guards yet.
     *
     * @param clock for the breakers' pauses
     * @param nanoTime for calls per second, as {@link System#nanoTime} tells it
     */
    static Guards forOperations(
            CallSettings settings, MeterRegistry meters, Clock clock, LongSupplier nanoTime) {
        var guards =
                new Guards(
                        settings,
                        settings.patience(),
                        account -> operations(settings, account),
                        clock,
                        nanoTime);
        guards.breakers
                .getEventPublisher()
                .onEntryAdded(
                        added ->
                                added.getAddedEntry()
                                        .getEventPublisher()
                                        .onStateTransition(Guards::warn));
        for (var connector : Topic.CONNECTORS) {
            Gauge.builder("paylater.connector.breakers.open", guards, it -> it.open(connector))
                    .description("Accounts that are not called, since too many calls were lost")
                    .tag("connector", connector)
                    .register(meters);
        }
        return guards;
    }

    /**
     * For the question whether a notification is genuine, which anybody can cause: what comes of it
     * holds up no payment, and a call that is over the bound does not wait for its turn.
     */
    static Guards forProofs(CallSettings settings, Clock clock, LongSupplier nanoTime) {
        return new Guards(
                settings, Duration.ZERO, account -> proofs(settings, account), clock, nanoTime);
    }

    Guard of(Account account) {
        var limits = this.limits.apply(account);
        var known = guards.getIfPresent(account.id());
        if (known != null && known.limits().equals(limits)) {
            return known.guard();
        }
        return guards.asMap()
                .compute(
                        account.id(),
                        (id, made) ->
                                made != null && made.limits().equals(limits)
                                        ? made
                                        : new Made(account.connector(), limits, guard(id, limits)))
                .guard();
    }

    private void forget(@Nullable String account, @Nullable Made made, RemovalCause cause) {
        bulkheads.remove(account);
        breakers.remove(account);
    }

    private static void warn(CircuitBreakerOnStateTransitionEvent event) {
        if (event.getStateTransition() == StateTransition.CLOSED_TO_OPEN) {
            log.warn(
                    "Account {} is left alone for a while: too many of its calls got no answer",
                    event.getCircuitBreakerName());
        }
    }

    /** How many accounts have a guard. */
    long accounts() {
        return guards.estimatedSize();
    }

    /** How many accounts of the connector are left alone, or tried again by few calls. */
    private long open(String connector) {
        return guards.asMap().values().stream()
                .filter(made -> made.connector().equals(connector))
                .filter(made -> made.guard().isLeftAlone())
                .count();
    }

    private static Limits operations(CallSettings settings, Account account) {
        return new Limits(
                timeout(settings, account),
                Math.min(
                        account.settings()
                                .at("max_concurrent_calls")
                                .asInt(settings.maxConcurrent()),
                        settings.maxConcurrent()),
                account.settings().at("max_calls_per_second").asInt(settings.maxPerSecond()));
    }

    private static Limits proofs(CallSettings settings, Account account) {
        return new Limits(timeout(settings, account), MAX_PROOFS_AT_ONCE, MAX_PROOFS_PER_SECOND);
    }

    private static Duration timeout(CallSettings settings, Account account) {
        var timeout = account.millis("timeout_millis");
        if (timeout == null) {
            return settings.timeout();
        }
        return timeout.compareTo(RequestLifetime.LONGEST_CALL) > 0
                ? RequestLifetime.LONGEST_CALL
                : timeout;
    }

    private Guard guard(String account, Limits limits) {
        bulkheads.remove(account);
        var bulkhead =
                bulkheads.bulkhead(
                        account,
                        BulkheadConfig.custom()
                                .maxConcurrentCalls(limits.concurrent())
                                .maxWaitDuration(patience)
                                .build());
        var breaker = settings.breaker();
        return new Guard(
                bulkhead,
                breakers.circuitBreaker(
                        account,
                        CircuitBreakerConfig.custom()
                                .slidingWindowSize(breaker.window())
                                .minimumNumberOfCalls(breaker.minimum())
                                .failureRateThreshold(breaker.failurePercent())
                                .waitDurationInOpenState(breaker.pause())
                                .clock(clock)
                                .build()),
                rate(account, limits.perSecond()),
                limits.timeout());
    }

    private @Nullable RateLimiter rate(String account, int perSecond) {
        return perSecond <= 0
                ? null
                : new AtomicRateLimiter(
                        account,
                        RateLimiterConfig.custom()
                                .limitForPeriod(perSecond)
                                .limitRefreshPeriod(Duration.ofSeconds(1))
                                .timeoutDuration(patience)
                                .build(),
                        nanoTime::getAsLong);
    }
}
