package dev.paylater.refund.core;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** When a provider is asked what became of a refund: soon, and then ever less often. */
final class AskSchedule {

    /** A worker that meets a request later than this does not execute it any more. */
    static final Duration REQUEST_LIFETIME = Duration.ofSeconds(60);

    private static final Duration GUARD_MARGIN = Duration.ofSeconds(15);

    /** A worker may first ask and then call, and waits up to 20 s for each answer. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

    private static final Duration REPEATED_FOR = Duration.ofMinutes(1);

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_AFTER_A_DAY = Duration.ofHours(1);
    private static final int PARTS = 4;

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

    /** Whether what a provider has never heard of is still sent once more, each time it says so. */
    static boolean mayRepeat(Inquiry inquiry, Instant now) {
        return Duration.between(inquiry.requestedAt(), now).compareTo(REPEATED_FOR) < 0;
    }

    /** The time after this one to ask, or to request again. */
    static Instant next(Inquiry inquiry, Instant now) {
        var next = now.plus(backoff(inquiry, now));
        var over = inquiry.over();
        // From there on an answer that it knows nothing is the last word: do not sleep over it.
        return now.isBefore(over) && next.isAfter(over) ? over : next;
    }

    /** The same, and not before the time that the provider named. */
    static Instant next(Inquiry inquiry, @Nullable Instant askAfter, Instant now) {
        var next = next(inquiry, now);
        if (askAfter == null || askAfter.isBefore(next)) {
            return next;
        }
        var latest = now.plus(LONGEST_AFTER_A_DAY);
        return askAfter.isAfter(latest) ? latest : askAfter;
    }

    /**
     * A quarter of the time that has passed since the request, so that what was held up by an
     * outage is known soon after it. In whole milliseconds, as the store keeps the time of a
     * deadline: one that came back earlier than it was set would be taken for an old one.
     */
    private static Duration backoff(Inquiry inquiry, Instant now) {
        var age = Duration.between(inquiry.requestedAt(), now);
        var longest = age.toDays() >= 1 ? LONGEST_AFTER_A_DAY : LONGEST;
        var wanted = age.dividedBy(PARTS).truncatedTo(ChronoUnit.MILLIS);
        if (wanted.compareTo(FIRST) < 0) {
            return FIRST;
        }
        return wanted.compareTo(longest) > 0 ? longest : wanted;
    }
}
