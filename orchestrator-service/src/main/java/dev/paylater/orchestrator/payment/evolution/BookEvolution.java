package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.InquiryEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.Refund;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How events change what is known of the provider's books. */
final class BookEvolution {

    private BookEvolution() {}

    static Payment refunded(Payment payment, Refund found) {
        return UnwantedEvolution.refunded(
                MoneyEvolution.reserve(payment, found), found.attemptId());
    }

    /**
     * Remembers the inquiry whose answer can be compared with the payment's amounts: the one that
     * was sent since they last changed.
     */
    static Payment watched(Payment before, PaymentEvent event, Payment after, Instant at) {
        return switch (event) {
            case AuthorizationInquired(var inquiry) -> inquired(after, inquiry, at);
            case StatusInquired(var operationId, _, _, _) ->
                    inquired(after, before.operation(operationId).orElseThrow(), at);
            case InquiryEnded(var operationId) ->
                    inquired(after, before.operation(operationId).orElseThrow(), null);
            default -> withoutMoved(before, after);
        };
    }

    private static Payment inquired(Payment payment, Operation operation, @Nullable Instant at) {
        var kind = operation.kind();
        return kind == Operation.Kind.INQUIRY || kind.authorizes()
                ? inquired(payment, operation.attemptId(), at)
                : payment;
    }

    private static Payment withoutMoved(Payment before, Payment after) {
        var watched = after;
        for (var attempt : after.attempts()) {
            if (attempt.booksInquiredAt() != null && hasMoved(before, after, attempt)) {
                watched = inquired(watched, attempt.attemptId(), null);
            }
        }
        return watched;
    }

    private static boolean hasMoved(Payment before, Payment after, Attempt attempt) {
        return !before.attempt(attempt.attemptId()).amounts().equals(attempt.amounts())
                || !statuses(before, attempt).equals(statuses(after, attempt));
    }

    private static List<Refund.Status> statuses(Payment payment, Attempt attempt) {
        return payment.refunds(attempt).map(Refund::status).toList();
    }

    private static Payment inquired(Payment payment, String attemptId, @Nullable Instant at) {
        return payment.changingAttempt(attemptId, a -> a.withBooksInquiredAt(at));
    }
}
