package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.kit.outgoing.OverdueAnswer;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.kit.outgoing.PublicAddresses.InternalAddress;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one guarded HTTP call and distinguishes its three ends: answered, not done, lost. A 5xx is
 * lost and not an answer, because a provider that fails may have acted before it failed.
 */
final class ProviderCaller {

    private static final Logger log = LoggerFactory.getLogger(ProviderCaller.class);
    private static final String NOT_CALLED = "not_called";
    private static final Duration[] BOUNDS = {
        Duration.ofMillis(100),
        Duration.ofMillis(300),
        Duration.ofSeconds(1),
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20)
    };

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(1);

    /** A pause holds up all payments of the account, so no provider may ask for days. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final Transport transport;
    private final PublicAddresses addresses;
    private final Guards guards;
    private final MeterProvider<Counter> calls;
    private final MeterProvider<Timer> latency;
    private final Clock clock;

    ProviderCaller(
            Transport transport,
            PublicAddresses addresses,
            Guards guards,
            MeterRegistry meters,
            Clock clock) {
        this.transport = transport;
        this.addresses = addresses;
        this.guards = guards;
        this.calls =
                Counter.builder("paylater.provider.calls")
                        .description("Calls to providers, by what came back")
                        .withRegistry(meters);
        // By connector alone: buckets for each operation and result would be most of a scrape.
        this.latency =
                Timer.builder("paylater.provider.latency")
                        .description("How long providers take to answer, or to be given up")
                        .serviceLevelObjectives(BOUNDS)
                        .withRegistry(meters);
        this.clock = clock;
    }

    /**
     * Blocks until the call has ended.
     *
     * @param notAfter when it is too late to begin, waiting for its turn included
     */
    Exchange exchange(
            Account account, URI base, HttpCall call, String operation, Instant notAfter) {
        var refusal = addresses.refusal(base);
        if (refusal != null) {
            return notDone(account, operation, new NotDone(refusal));
        }
        var guard = guards.of(account);
        var refused = guard.enter(clock.instant());
        if (refused != null) {
            return notDone(account, operation, refused);
        }
        if (clock.instant().isAfter(notAfter)) {
            guard.turnAway();
            return notDone(account, operation, new NotDone("the request came too late"));
        }
        var started = System.nanoTime();
        try {
            var answer = transport.send(base, call, guard.timeout());
            return answered(account, operation, guard, answer, since(started));
        } catch (InternalAddress e) {
            guard.answered(since(started));
            return notDone(account, operation, new NotDone(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            guard.lost(since(started), e);
            var result = e instanceof OverdueAnswer ? "timeout" : "broken";
            record(account, operation, result, since(started));
            return new Lost(String.valueOf(e.getMessage()), result, null);
        } finally {
            guard.leave();
        }
    }

    private Exchange answered(
            Account account, String operation, Guard guard, HttpAnswer answer, Duration took) {
        var status = answer.status();
        if (status >= 500) {
            guard.lost(took, new IOException("HTTP " + status));
            var result = "http_" + status;
            record(account, operation, result, took);
            return new Lost("HTTP " + status, result, answer);
        }
        guard.answered(took);
        record(account, operation, "http_" + status, took);
        if (status == TOO_MANY_REQUESTS) {
            var pause = pause(answer.header("Retry-After"));
            var until =
                    clock.instant()
                            .plus(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
            guard.pause(until);
            return new NotDone("too many requests", until, answer);
        }
        return new Answered(answer);
    }

    /** Retry-After is a number of seconds or a date. */
    private Duration pause(@Nullable String retryAfter) {
        if (retryAfter == null) {
            return DEFAULT_PAUSE;
        }
        try {
            return Duration.ofSeconds(Long.parseLong(retryAfter.strip()));
        } catch (NumberFormatException notSeconds) {
            try {
                var date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter.strip());
                return Duration.between(clock.instant(), Instant.from(date));
            } catch (DateTimeParseException notDate) {
                return DEFAULT_PAUSE;
            }
        }
    }

    private NotDone notDone(Account account, String operation, NotDone reason) {
        record(account, operation, NOT_CALLED, Duration.ZERO);
        log.info("Provider not called: {}", reason.reason());
        return reason;
    }

    private void record(Account account, String operation, String result, Duration took) {
        calls.withTags("connector", account.connector(), "operation", operation, "result", result)
                .increment();
        if (!result.equals(NOT_CALLED)) {
            latency.withTag("connector", account.connector()).record(took);
        }
        log.info(
                "Provider call: connector={} account={} operation={} result={} took={} ms",
                account.connector(),
                account.id(),
                operation,
                result,
                took.toMillis());
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
