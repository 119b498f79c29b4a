package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsChallengeIssued;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsSucceeded;
import dev.paylater.orchestrator.payment.request.Confirming;
import dev.paylater.provider.Decline;

/** Rules for external 3-D Secure. */
final class AuthenticationResults {

    static final ResultRule AUTHORIZE =
            new ResultRule(
                    "authenticated: authorize",
                    (changes, reported) ->
                            changes.add(
                                    new ThreeDsSucceeded(
                                            reported.operation().operationId(),
                                            reported.data(),
                                            Confirming.authorization(
                                                    changes, reported.operation().attemptId()))));

    static final ResultRule CHALLENGE =
            new ResultRule(
                    "challenge the customer",
                    (changes, reported) ->
                            changes.add(
                                    new ThreeDsChallengeIssued(
                                            reported.operation().operationId(), reported.data())));

    static final ResultRule DECLINE =
            new ResultRule(
                    "fail, declined",
                    (changes, reported) ->
                            AuthorizationResults.fail(
                                    changes,
                                    reported,
                                    Decline.Outcome.AUTHENTICATION_FAILED,
                                    reported.error(),
                                    reported.data()));

    static final ResultRule FAIL_UNREACHABLE =
            new ResultRule(
                    "fail, authentication_unavailable",
                    (changes, reported) ->
                            AuthorizationResults.fail(
                                    changes,
                                    reported,
                                    Decline.Outcome.AUTHENTICATION_FAILED,
                                    AttemptErrors.AUTHENTICATION_UNAVAILABLE,
                                    reported.data()));

    private AuthenticationResults() {}
}
