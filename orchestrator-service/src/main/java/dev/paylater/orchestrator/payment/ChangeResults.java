package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentEvent.IncrementApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementDeclined;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;

/** Rules for changes of an authorization: increments, and approvals of the merchant. */
final class ChangeResults {

    static final ResultRule INCREASE =
            new ResultRule(
                    "raise the authorization",
                    (changes, reported) ->
                            changes.add(
                                    new IncrementApproved(
                                            reported.operation().operationId(),
                                            reported.operation().operationId(),
                                            reported.amount())));

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

    private static void failIncrement(
            Changes changes, ReportedResult reported, ProviderError error) {
        changes.add(
                new IncrementDeclined(
                        reported.operation().operationId(),
                        reported.operation().operationId(),
                        error));
    }
}
