package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.PaymentEvent.AmountAgreed;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;

/**
 * Rules for answers whose amount is not the one that was asked for. More is never booked nor
 * captured by the service, and raises an alarm; a smaller approval counts only for those who accept
 * partial approvals.
 */
final class AnsweredAmounts {

    static final Condition MORE_THAN_ASKED =
            new Condition(
                    "it is good for more than was asked for",
                    (_, reported) -> reported.amount() > reported.operation().amount());

    /** Approved for nothing is an authorization that has ended, which has a rule of its own. */
    static final Condition PARTIAL =
            new Condition(
                    "it is good for less than was asked for and the profile does not accept that",
                    (changes, reported) ->
                            reported.amount() > 0
                                    && reported.amount() < reported.operation().amount()
                                    && !reported.attempt(changes)
                                            .can(Attempt.ACCEPT_PARTIAL_APPROVAL));

    /** Of an authorization that is open here: the provider holds more than is known of. */
    static final ResultRule COMPARE =
            new ResultRule(
                    "alarm if the provider has approved more than was asked for",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        var answered = reported.result().amount();
                        if (answered != null && attempt.stage() instanceof AttemptStage.Open) {
                            compare(
                                    changes,
                                    attempt,
                                    reported.command().operationId(),
                                    attempt.amounts().authorized(),
                                    answered);
                        }
                    });

    private AnsweredAmounts() {}

    private static void compare(
            Changes changes, Attempt attempt, String about, long asked, long answered) {
        if (answered > asked) {
            changes.addAmountDifference(attempt.attemptId(), about, asked, answered);
        } else if (answered == asked && attempt.amountDiffering() != null) {
            changes.add(new AmountAgreed(attempt.attemptId()));
        }
    }

    /**
     * What is booked of an answer: no more than was asked for, which raises an alarm besides. The
     * alarm comes first, so that what follows from the booking sees it.
     */
    static long booked(Changes changes, ReportedResult reported, long asked, long answered) {
        if (answered > asked) {
            changes.addAmountDifference(
                    reported.command().attemptId(),
                    reported.command().operationId(),
                    asked,
                    answered);
        }
        return Math.min(asked, answered);
    }
}
