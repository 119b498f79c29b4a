package dev.paylater.kernel;

import dev.paylater.schemas.RequestLifetime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a provider is asked what became of a request: soon, and then ever less often.
 *
 * @param soonest the shortest wait between two inquiries
 * @param parts the wait is the time since the request divided by this, so that what was held up by
 *     an outage is known soon after it, in proportion to its length
 */
public record InquirySchedule(Duration soonest, int parts) {

    private static final Duration RETRIED_FOR = Duration.ofMinutes(1);
    private static final Duration LATEST = Duration.ofMinutes(5);
    private static final Duration LATEST_AFTER_A_DAY = Duration.ofHours(1);

    /**
     * For a request that has just been sent: its answer should come long before, and from then on
     * no delivery of it can act any more.
     */
    public static Instant requestOverAt(Instant requestedAt) {
        return requestedAt.plus(RequestLifetime.OVER);
    }

    /** When the last call for a request that is sent now may begin. */
    public static Instant lastCall(Instant requestedAt) {
        return requestedAt.plus(RequestLifetime.LAST_CALL);
    }

    /** {@link #requestOverAt} of a request whose last call may begin at this time. */
    public static Instant requestOverAfter(Instant lastCall) {
        return requestOverAt(lastCall.minus(RequestLifetime.LAST_CALL));
    }

    /** Whether a request that the provider does not know is still sent once more. */
    public static boolean mayRetry(Instant requestedAt, Instant now) {
        return Duration.between(requestedAt, now).compareTo(RETRIED_FOR) < 0;
    }

    /** The time of the next inquiry, in whole milliseconds, as documents keep times. */
    public Instant next(Instant requestedAt, Instant now) {
        var age = Duration.between(requestedAt, now);
        var latest = age.toDays() >= 1 ? LATEST_AFTER_A_DAY : LATEST;
        return now.plus(part(age, parts, soonest, latest));
    }

    /** A part of a time, in whole milliseconds: at least the shortest and at most the longest. */
    public static Duration part(Duration age, int parts, Duration shortest, Duration longest) {
        var wanted = Duration.ofMillis(age.dividedBy(parts).toMillis());
        if (wanted.compareTo(shortest) < 0) {
            return shortest;
        }
        return wanted.compareTo(longest) > 0 ? longest : wanted;
    }

    /** The next inquiry, not before the time that the provider named. */
    public Instant next(Instant requestedAt, @Nullable Instant inquireAfter, Instant now) {
        var next = next(requestedAt, now);
        if (inquireAfter == null || inquireAfter.isBefore(next)) {
            return next;
        }
        var latest = now.plus(LATEST_AFTER_A_DAY);
        return inquireAfter.isAfter(latest) ? latest : inquireAfter;
    }
}
