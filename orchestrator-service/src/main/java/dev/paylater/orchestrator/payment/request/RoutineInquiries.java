package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.AccountRefused;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultPending;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultUnknown;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import java.util.List;

/**
 * Inquiries that bring no news. Of those in a row that are answered alike, or not at all, the first
 * and the latest are enough: each has its time and says how many there were.
 */
public final class RoutineInquiries {

    /** How many of the latest events decide. */
    public static final int LOOKED_AT = 5;

    private RoutineInquiries() {}

    /**
     * Which of these say nothing beside the next event.
     *
     * @return from (inclusive) and to (exclusive); an empty range when all of them do
     */
    public static Range superseded(List<PaymentEvent> events, PaymentEvent next) {
        var size = events.size();
        if (size >= LOOKED_AT
                && areAlike(events.get(size - 4), events.get(size - 2))
                && areAlike(events.get(size - 2), next)
                && areOfSameInquiry(events.get(size - 5), events.get(size - 3))
                && areOfSameInquiry(events.get(size - 3), events.get(size - 1))) {
            return new Range(size - 3, size - 1);
        }
        return size >= 2
                        && areOfSameInquiry(events.get(size - 2), events.get(size - 1))
                        && areOfSameInquiry(events.get(size - 1), next)
                ? new Range(size - 1, size)
                : new Range(size, size);
    }

    /** Positions in a journal. */
    public record Range(int from, int to) {}

    private static boolean areOfSameInquiry(PaymentEvent one, PaymentEvent other) {
        return one instanceof StatusInquired(var operation, _, _, var awaited)
                && other instanceof StatusInquired(var same, _, _, var awaitedToo)
                && operation.equals(same)
                && !awaited
                && !awaitedToo;
    }

    private static boolean areAlike(PaymentEvent one, PaymentEvent other) {
        return switch (one) {
            case ResultUnknown(var operation, var reason, _, var data) ->
                    other instanceof ResultUnknown unknown
                            && other.equals(
                                    new ResultUnknown(
                                            operation, reason, unknown.nextInquiryAt(), data));
            case ResultPending(var operation, _, var data) ->
                    other instanceof ResultPending pending
                            && other.equals(
                                    new ResultPending(operation, pending.nextInquiryAt(), data));
            case AccountRefused(var operation, var reason, _) ->
                    other instanceof AccountRefused refused
                            && other.equals(
                                    new AccountRefused(operation, reason, refused.nextInquiryAt()));
            default -> false;
        };
    }
}
