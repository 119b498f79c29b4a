package dev.paylater.refund.core;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a provider is inquired about a part of a refund. */
public final class RefundInquiries {

    private static final InquirySchedule SCHEDULE = new InquirySchedule(Duration.ofSeconds(1), 4);

    /**
     * A provider that has not answered for so long about its contradiction is not inquired more.
     */
    private static final Duration CONTRADICTION_INQUIRED_FOR = Duration.ofDays(3);

    private RefundInquiries() {}

    static Instant notAfter(Instant now) {
        return InquirySchedule.lastCall(now);
    }

    /** For a request that was just sent: then its outcome is overdue and none can come any more. */
    static Instant guard(Instant notAfter) {
        return InquirySchedule.requestOverAfter(notAfter);
    }

    /** The time after this one to inquire, or to request again. */
    static Instant next(StatusInquiry inquiry, Instant now) {
        return untilOver(inquiry, SCHEDULE.next(inquiry.requestedAt(), now), now);
    }

    /** The time to inquire next, not before the time that the provider named. */
    static Instant next(StatusInquiry inquiry, @Nullable Instant inquireAfter, Instant now) {
        var next = next(inquiry, now);
        if (inquireAfter == null) {
            return next;
        }
        var wanted = SCHEDULE.next(inquiry.requestedAt(), inquireAfter, now);
        return wanted.isAfter(next) ? wanted : next;
    }

    /** The time of the next inquiry about a contradiction; empty when there were enough. */
    static Optional<Instant> afterContradiction(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(CONTRADICTION_INQUIRED_FOR) < 0
                ? Optional.of(SCHEDULE.next(since, now))
                : Optional.empty();
    }

    /** From there on "not found" is final: the inquiry at that time is not put off. */
    private static Instant untilOver(StatusInquiry inquiry, Instant next, Instant now) {
        var over = inquiry.guard();
        return now.isBefore(over) && next.isAfter(over) ? over : next;
    }

    /**
     * Whether the last of these says nothing beside the next event. A refund that is pending for
     * days is inquired hundreds of times; the first and the latest routine inquiry are enough,
     * since each says how many there were.
     */
    public static boolean supersedesLast(List<RefundEvent> events, RefundEvent next) {
        return events.size() >= 2
                && isRoutine(next)
                && isRoutine(events.getLast())
                && isRoutine(events.get(events.size() - 2));
    }

    private static boolean isRoutine(RefundEvent event) {
        return event instanceof StatusInquired inquired && !inquired.onDemand();
    }
}
