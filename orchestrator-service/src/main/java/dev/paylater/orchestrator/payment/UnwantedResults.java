package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyKept;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.ResultRule.Condition;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules for money that nobody wants any more, from its first void or refund until it is gone. */
final class UnwantedResults {

    static final Condition STILL_KEPT =
            new Condition(
                    "it has unwanted money that nothing is under way for",
                    (changes, reported) ->
                            changes.payment().keptUnwanted().contains(reported.attempt(changes)));

    /** The provider's answer is final, so that another try is another operation. */
    static final ResultRule KEEP =
            new ResultRule(
                    "alarm, inquire about the unwanted money later",
                    (changes, reported) ->
                            keep(
                                    changes,
                                    reported.attempt(changes),
                                    reported.result().decline() == null ? null : reported.error()));

    static final ResultRule TRY_AGAIN =
            new ResultRule(
                    "void or refund it under a new number",
                    (changes, reported) -> {
                        findCaptured(changes, reported);
                        var attempt = reported.attempt(changes);
                        if (attempt.unwanted() != null) {
                            reverse(changes, attempt);
                        }
                    });

    private UnwantedResults() {}

    /**
     * All of it was captured in the provider's portal meanwhile, and perhaps refunded there. Of a
     * part the void of the rest comes first.
     */
    private static void findCaptured(Changes changes, ReportedResult reported) {
        var attempt = reported.attempt(changes);
        var books = reported.result().books();
        var held = attempt.amounts().held();
        var isCaptured =
                reported.result().status() == Status.CAPTURED
                        || (books != null && books.captured() >= held);
        if (isCaptured && held > 0 && attempt.amounts().captured() == 0) {
            changes.add(
                    new LateCaptureFound(
                            attempt.attemptId(),
                            AnsweredAmounts.booked(
                                    changes, reported, held, reported.capturedOr(held)),
                            reported.data()));
            if (books != null) {
                BookResults.book(changes, reported, books);
            }
        }
    }

    static void keep(Changes changes, Attempt attempt, @Nullable ProviderError error) {
        changes.add(
                new UnwantedMoneyKept(
                        attempt.attemptId(),
                        error,
                        Objects.requireNonNull(attempt.unwanted()).nextTry(changes.now())));
    }

    /** Voids what is held, and refunds what was captured. */
    static void reverse(Changes changes, Attempt attempt) {
        var unwanted = Objects.requireNonNull(attempt.unwanted());
        var amount = changes.payment().unwantedAmount(attempt);
        if (attempt.amounts().held() > 0) {
            changes.add(
                    new VoidRequested(
                            changes.numbered(
                                    Kind.VOID, Purpose.LATE_APPROVAL, amount, attempt, Map.of()),
                            "late approval"));
        } else if (amount > 0) {
            Refunding.refundUnwanted(changes, attempt.attemptId(), amount, unwanted.refusals());
        } else {
            keep(changes, attempt, unwanted.error());
        }
    }
}
