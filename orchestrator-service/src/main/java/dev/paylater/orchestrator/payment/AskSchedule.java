package dev.paylater.orchestrator.payment;

import java.time.Duration;
import java.time.Instant;

/** When a provider is asked what became of a request: soon, and then ever less often. */
final class AskSchedule {

    /** A worker that meets a request later than this does not execute it any more. */
    static final Duration REQUEST_LIFETIME = Duration.ofSeconds(60);

    private static final Duration GUARD = REQUEST_LIFETIME.plusSeconds(15);
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration FIRST_WHILE_CUSTOMER_ACTS = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_AFTER_A_DAY = Duration.ofHours(1);
    private static final int MAX_DOUBLINGS = 9;

    private AskSchedule() {}

    /** For a request that has just been sent: its answer should come long before. */
    static Instant guard(Instant now) {
        return now.plus(GUARD);
    }

    static Instant next(Operation operation, Instant now) {
        return now.plus(backoff(FIRST, operation, now));
    }

    /** While the customer is at the provider's page, its word is usually not long in coming. */
    static Instant nextWhileCustomerActs(Operation operation, Instant now) {
        return now.plus(backoff(FIRST_WHILE_CUSTOMER_ACTS, operation, now));
    }

    private static Duration backoff(Duration first, Operation operation, Instant now) {
        var longest =
                Duration.between(operation.requestedAt(), now).toDays() >= 1
                        ? LONGEST_AFTER_A_DAY
                        : LONGEST;
        var wanted = first.multipliedBy(1L << Math.min(operation.asks(), MAX_DOUBLINGS));
        return wanted.compareTo(longest) > 0 ? longest : wanted;
    }
}
