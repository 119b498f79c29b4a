package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseSucceeded;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidSucceeded;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.Cancelling;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import java.util.function.Predicate;

/** Rules for voids, and for releases of what is left uncaptured. */
final class ReleaseResults {

    /**
     * Others that the service ordered itself have nobody who would ask again. One because the
     * customer did not come back is repeated as long as the provider knows the authorization.
     */
    static final Condition RETRIED_AND_REPEATABLE =
            new Condition(
                    "it was retried and will be asked for again where it is needed",
                    (_, reported) ->
                            reported.operation().retried() && isRepeatable(reported.operation()));

    static final Condition FIRST_ANSWER_AND_REPEATABLE =
            new Condition(
                    "no result of it came before and the merchant can ask again",
                    (_, reported) ->
                            reported.operation().hasNoResultYet()
                                    && reported.operation().purpose() == Purpose.REQUESTED);

    static final Condition OF_UNWANTED_MONEY =
            new Condition(
                    "it is of unwanted money",
                    (changes, reported) ->
                            reported.operation().purpose() == Purpose.LATE_APPROVAL
                                    && reported.attempt(changes).unwanted() != null);

    static final Condition AUTHORIZATION_UNDER_WAY =
            new Condition(
                    "the authorization is not settled", ReleaseResults::isAuthorizationUnderWay);

    /** A void ends the inquiry, and nobody looks at unwanted money again once it was voided. */
    static final Condition MORE_MAY_HAVE_HAPPENED =
            new Condition(
                    "the authorization is not settled, or the provider shows its books and it is"
                            + " of unwanted money or was being reconciled",
                    (changes, reported) ->
                            isAuthorizationUnderWay(changes, reported)
                                    || (reported.attempt(changes).showsBooks()
                                            && (reported.operation().purpose()
                                                            == Purpose.LATE_APPROVAL
                                                    || isInFlight(
                                                            changes,
                                                            reported,
                                                            Operation::isReconciliation))));

    static final ResultRule END_VOID =
            new ResultRule(
                    "end the authorization",
                    (changes, reported) -> {
                        var operation = reported.operation();
                        var attempt = reported.attempt(changes);
                        switch (operation.purpose()) {
                            case REQUESTED, LATE_APPROVAL, SETTLED_DIRECTLY, RECONCILIATION ->
                                    changes.add(
                                            new VoidSucceeded(
                                                    operation.operationId(),
                                                    attempt.amounts().held()));
                            case EXPIRY -> Cancelling.expire(changes, attempt);
                            case REJECTION -> Cancelling.reject(changes, attempt);
                        }
                    });

    /**
     * A request or an inquiry about the authorization is on its way and may still make one: the
     * void has ended what there was before it, and no more. Of unwanted money a part can have been
     * captured in the provider's portal, which the void did not release.
     */
    static final ResultRule END_VOID_AND_RECONCILE = END_VOID.then(InquiryResults.RECONCILE);

    static final ResultRule END_RELEASE =
            new ResultRule(
                    "release the hold",
                    (changes, reported) ->
                            changes.add(
                                    new ReleaseSucceeded(
                                            reported.operation().operationId(),
                                            released(changes, reported))));

    /**
     * The release gave up the directly settled amount at the provider as well, which counts as
     * captured and not as released here. A capture that was given up can have come through
     * meanwhile: less was left to release.
     */
    private static long released(Changes changes, ReportedResult reported) {
        var attempt = reported.attempt(changes);
        var settled = changes.payment().settledAndHeld(attempt);
        return Math.min(reported.operation().amount() - settled, attempt.amounts().held());
    }

    static final ResultRule VOID_DECLINED =
            new ResultRule(
                    "restore the hold",
                    (changes, reported) ->
                            changes.add(
                                    new VoidFailed(
                                            reported.operation().operationId(), reported.error())));

    static final ResultRule RELEASE_DECLINED =
            new ResultRule(
                    "restore the hold",
                    (changes, reported) ->
                            changes.add(
                                    new ReleaseFailed(
                                            reported.operation().operationId(), reported.error())));

    static final ResultRule VOID_UNAVAILABLE =
            new ResultRule(
                    "restore the hold, provider_unavailable",
                    (changes, reported) ->
                            changes.add(
                                    new VoidFailed(
                                            reported.operation().operationId(),
                                            AttemptErrors.PROVIDER_UNAVAILABLE)));

    private ReleaseResults() {}

    private static boolean isAuthorizationUnderWay(Changes changes, ReportedResult reported) {
        return isInFlight(changes, reported, o -> o.kind().authorizes());
    }

    private static boolean isInFlight(
            Changes changes, ReportedResult reported, Predicate<Operation> which) {
        return changes.payment().hasInFlight(reported.attempt(changes), which);
    }

    private static boolean isRepeatable(Operation operation) {
        return switch (operation.purpose()) {
            case REQUESTED, EXPIRY -> true;
            case REJECTION, LATE_APPROVAL, SETTLED_DIRECTLY, RECONCILIATION -> false;
        };
    }
}
