package dev.paylater.orchestrator.payment;

import java.time.Duration;
import java.time.Instant;

/** When a provider is asked what became of a request: soon, and then ever less often. */
final class InquirySchedule {

    private static final Duration GUARD = Effect.REQUEST_LIFETIME.plusSeconds(15);
    private static final Duration RETRIED_FOR = Duration.ofMinutes(1);
    private static final Duration SOONEST = Duration.ofSeconds(1);
    private static final Duration SOONEST_WHILE_CUSTOMER_ACTS = Duration.ofSeconds(5);
    private static final Duration LATEST = Duration.ofMinutes(5);
    private static final Duration LATEST_AFTER_A_DAY = Duration.ofHours(1);
    private static final int PARTS = 4;

    private InquirySchedule() {}

    /** For a request that has just been sent: its answer should come long before. */
    static Instant guard(Instant now) {
        return now.plus(GUARD);
    }

    /** Whether a request that the provider does not know is still sent once more. */
    static boolean mayRetry(Operation operation, Instant now) {
        return age(operation, now).compareTo(RETRIED_FOR) < 0;
    }

    /**
     * After a quarter of the time that has passed since the request, so that what was held up by an
     * outage is known soon after it, in proportion to its length.
     */
    static Instant next(Operation operation, Instant now) {
        return now.plus(wait(SOONEST, age(operation, now).dividedBy(PARTS), operation, now));
    }

    /** While the customer is at the provider's page, the result usually comes by itself. */
    static Instant nextWhileCustomerActs(Operation operation, Instant now) {
        return now.plus(wait(SOONEST_WHILE_CUSTOMER_ACTS, age(operation, now), operation, now));
    }

    private static Duration wait(
            Duration soonest, Duration wanted, Operation operation, Instant now) {
        var latest = age(operation, now).toDays() >= 1 ? LATEST_AFTER_A_DAY : LATEST;
        if (wanted.compareTo(soonest) < 0) {
            return soonest;
        }
        return wanted.compareTo(latest) > 0 ? latest : wanted;
    }

    private static Duration age(Operation operation, Instant now) {
        return Duration.between(operation.requestedAt(), now);
    }
}
