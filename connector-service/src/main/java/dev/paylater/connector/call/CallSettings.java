package dev.paylater.connector.call;

import dev.paylater.schemas.RequestLifetime;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits on calls to providers. An account's own settings {@code timeout_millis} and {@code
 * max_calls_per_second} win; {@code max_concurrent_calls} can only be lower than the limit here.
 *
 * @param timeout until an answer has arrived completely; at most {@link
 *     RequestLifetime#LONGEST_CALL}, an account's own too
 * @param maxConcurrent calls under way per account; less than {@code
 *     paylater.workers.max-in-flight}, so that a provider that hangs for one account leaves room
 *     for the requests of all others
 * @param maxPerSecond calls per second and account; 0 is no limit
 * @param patience how long a call may wait for its turn, or for a provider that asks to wait
 * @param breaker when an account is left alone
 * @param internalHosts host names and addresses within the own network that may be called all the
 *     same, without TLS too; for the simulator
 */
@ConfigurationProperties("paylater.calls")
public record CallSettings(
        @DefaultValue("20s") Duration timeout,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("1000") int maxConcurrent,
        @DefaultValue("0") int maxPerSecond,
        @DefaultValue("5s") Duration patience,
        @DefaultValue BreakerSettings breaker,
        @DefaultValue Set<String> internalHosts) {

    public CallSettings {
        if (timeout.compareTo(RequestLifetime.LONGEST_CALL) > 0) {
            throw new IllegalArgumentException(
                    "paylater.calls.timeout is at most %s: results count as lost after that"
                            .formatted(RequestLifetime.LONGEST_CALL));
        }
    }

    /**
     * An account's calls are stopped when too many of the latest ones got no answer.
     *
     * @param window how many of the latest calls count
     * @param failurePercent of them without an answer
     * @param pause until a few calls are let through to see
     */
    public record BreakerSettings(
            @DefaultValue("100") int window,
            @DefaultValue("50") int minimum,
            @DefaultValue("60") float failurePercent,
            @DefaultValue("2s") Duration pause) {}
}
