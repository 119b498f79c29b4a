package dev.paylater.refund.core;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a provider is asked what became of a refund: soon, and then ever less often. */
final class AskSchedule {

    /** A worker that meets a request later than this does not execute it any more. */
    static final Duration REQUEST_LIFETIME = Duration.ofSeconds(60);

    private static final Duration GUARD_MARGIN = Duration.ofSeconds(15);

    /** A worker may first ask and then call, and waits up to 20 s for each answer. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_AFTER_A_DAY = Duration.ofHours(1);
    private static final int MAX_DOUBLINGS = 9;

    private AskSchedule() {}

    static Instant notAfter(Instant now) {
        return now.plus(REQUEST_LIFETIME);
    }

    /** For a request that has just been sent: its outcome should come long before. */
    static Instant guard(Instant notAfter) {
        return notAfter.plus(GUARD_MARGIN);
    }

    /** For a request that was begun as late as it could. */
    static Instant over(Instant notAfter) {
        return notAfter.plus(LONGEST_CALL);
    }

    /**
     * The time after this one to ask, or to request again.
     *
     * @param asks how often the provider was asked before
     */
    static Instant next(Inquiry inquiry, int asks, Instant now) {
        var next = now.plus(backoff(inquiry, asks, now));
        var over = inquiry.over();
        // From there on an answer that it knows nothing is the last word: do not sleep over it.
        return now.isBefore(over) && next.isAfter(over) ? over : next;
    }

    /** The same, and not before the time that the provider named. */
    static Instant next(Inquiry inquiry, @Nullable Instant askAfter, Instant now) {
        var next = next(inquiry, inquiry.asks(), now);
        if (askAfter == null || askAfter.isBefore(next)) {
            return next;
        }
        var latest = now.plus(LONGEST_AFTER_A_DAY);
        return askAfter.isAfter(latest) ? latest : askAfter;
    }

    private static Duration backoff(Inquiry inquiry, int asks, Instant now) {
        var longest =
                Duration.between(inquiry.requestedAt(), now).toDays() >= 1
                        ? LONGEST_AFTER_A_DAY
                        : LONGEST;
        var wanted = FIRST.multipliedBy(1L << Math.min(asks, MAX_DOUBLINGS));
        return wanted.compareTo(longest) > 0 || asks > MAX_DOUBLINGS ? longest : wanted;
    }
}
