package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.Refunding;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Map;

/** Rules for money that nobody wants any more, from its first void or refund until it is gone. */
final class UnwantedResults {

    static final Condition STILL_KEPT =
            new Condition(
                    "it has unwanted money that nothing is under way for",
                    (changes, reported) ->
                            changes.payment()
                                    .unreturnedMoney()
                                    .contains(reported.attempt(changes)));

    /** The provider's answer is final, so that another try is another operation. */
    static final ResultRule KEEP =
            new ResultRule(
                    "alarm, inquire about the unwanted money later",
                    (changes, reported) ->
                            Refunding.keepUnwanted(
                                    changes,
                                    reported.attempt(changes),
                                    reported.result().decline() == null ? null : reported.error()));

    static final ResultRule TRY_AGAIN =
            new ResultRule(
                    "void or refund it under a new number, when the next try is due or it turns"
                            + " out to be captured",
                    (changes, reported) -> {
                        if (findCaptured(changes, reported)
                                || isDue(changes, reported.attempt(changes))) {
                            reverse(changes, reported.attempt(changes));
                        }
                    });

    private UnwantedResults() {}

    /**
     * All of it was captured in the provider's portal meanwhile, and perhaps refunded there. Of a
     * part the void of the rest comes first.
     */
    private static boolean findCaptured(Changes changes, ReportedResult reported) {
        var attempt = reported.attempt(changes);
        var books = reported.result().books();
        var held = attempt.amounts().held();
        var isCaptured =
                reported.result().status() == Status.CAPTURED
                        || (books != null && books.captured() >= held);
        if (!isCaptured || held == 0 || attempt.amounts().captured() > 0) {
            return false;
        }
        changes.add(
                new LateCaptureFound(
                        attempt.attemptId(),
                        AnsweredAmounts.booked(changes, reported, held, reported.capturedOr(held)),
                        reported.data()));
        if (books != null) {
            BookResults.book(changes, reported, books);
        }
        return true;
    }

    /** An inquiry for another reason must not repeat a refused refund before its time. */
    private static boolean isDue(Changes changes, Attempt attempt) {
        var unwanted = attempt.unwanted();
        return unwanted != null && !unwanted.nextTryAt().isAfter(changes.now());
    }

    /** Voids what is held, and refunds what was captured, unless a dispute has taken it. */
    static void reverse(Changes changes, Attempt attempt) {
        var unwanted = attempt.unwanted();
        if (unwanted == null) {
            return;
        }
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
            Refunding.keepUnwanted(changes, attempt, unwanted.error());
        }
    }
}
