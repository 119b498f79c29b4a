package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Nobody looks after a payment that is at rest, and in the end it goes into the archive: when it
 * comes to rest its books and the provider's have to agree, but for what the provider has done by
 * itself so lately that nobody here can know of it. Nor can they while what came long ago lies
 * unread, since all orchestrators were away.
 */
final class AtRest {

    /** By then a webhook, or the answer that was on its way, has been handled. */
    private static final long KNOWN_AFTER_MILLIS = 150_000;

    /** Longer than handling takes while an orchestrator is running. */
    private static final long BEHIND_MILLIS = 60_000;

    private final LongSupplier now;
    private final Function<String, Optional<ProviderPayment>> books;
    private final LongSupplier behindMillis;

    /**
     * The check.
     *
     * @param now milliseconds since the beginning
     * @param books what the provider has of an attempt
     * @param behindMillis for how long the oldest unread command waits
     */
    AtRest(
            LongSupplier now,
            Function<String, Optional<ProviderPayment>> books,
            LongSupplier behindMillis) {
        this.now = now;
        this.books = books;
        this.behindMillis = behindMillis;
    }

    void check(
            @Nullable Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> after) {
        var payment = after.state();
        if (!payment.isAtRest() || (before != null && before.state().isAtRest())) {
            return;
        }
        for (var attempt : payment.attempts()) {
            var known = books.apply(attempt.attemptId());
            if (known.isEmpty() || !isNews(known.get())) {
                try {
                    Settlement.compare(payment, attempt, known);
                } catch (Violation e) {
                    throw new Violation("at rest, and " + e.getMessage());
                }
            }
        }
    }

    private boolean isNews(ProviderPayment known) {
        return known.untold > 0
                || behindMillis.getAsLong() > BEHIND_MILLIS
                || now.getAsLong() < known.movedAt + KNOWN_AFTER_MILLIS;
    }
}
