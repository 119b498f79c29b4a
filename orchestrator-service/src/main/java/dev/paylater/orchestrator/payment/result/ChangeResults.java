package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementDeclined;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;

/** Rules for changes of an authorization: increments, and approvals of the merchant. */
final class ChangeResults {

    /** What the provider holds beyond the old total is captured or released with the rest. */
    static final ResultRule INCREASE =
            new ResultRule(
                    "raise the authorization, or fail the increment where it is good for less and"
                            + " the profile does not accept that",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        var asked = reported.operation().amount();
                        var answered = reported.amount();
                        if (!isPartial(attempt, asked, answered)) {
                            increase(changes, reported, asked, answered);
                            return;
                        }
                        failIncrement(
                                changes, reported, AttemptErrors.partialApproval(answered, asked));
                        if (answered != attempt.amounts().authorized()) {
                            changes.addAmountDifference(
                                    attempt.attemptId(),
                                    reported.operation().operationId(),
                                    asked,
                                    answered);
                        }
                    });

    static final ResultRule DECLINE_INCREMENT =
            new ResultRule(
                    "fail the increment",
                    (changes, reported) -> failIncrement(changes, reported, reported.error()));

    static final ResultRule INCREMENT_UNAVAILABLE =
            new ResultRule(
                    "fail the increment, provider_unavailable",
                    (changes, reported) ->
                            failIncrement(changes, reported, AttemptErrors.PROVIDER_UNAVAILABLE));

    static final ResultRule DECLINE_REVIEWED =
            new ResultRule(
                    "fail, declined",
                    (changes, reported) ->
                            AuthorizationResults.fail(
                                    changes,
                                    reported,
                                    Decline.Outcome.AUTHORIZATION_FAILED,
                                    reported.error(),
                                    ProviderData.NONE));

    private ChangeResults() {}

    static boolean isPartial(Attempt attempt, long asked, long answered) {
        return answered < asked
                && (answered <= attempt.amounts().authorized()
                        || !attempt.can(Attempt.ACCEPT_PARTIAL_APPROVAL));
    }

    static void increase(Changes changes, ReportedResult reported, long asked, long answered) {
        var increment = reported.command().operationId();
        changes.add(
                new IncrementApproved(
                        increment,
                        increment,
                        AnsweredAmounts.booked(changes, reported, asked, answered)));
    }

    private static void failIncrement(
            Changes changes, ReportedResult reported, ProviderError error) {
        changes.add(
                new IncrementDeclined(
                        reported.operation().operationId(),
                        reported.operation().operationId(),
                        error));
    }
}
