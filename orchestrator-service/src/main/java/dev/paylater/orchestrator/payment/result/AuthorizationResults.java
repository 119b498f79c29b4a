package dev.paylater.orchestrator.payment.result;

import static dev.paylater.orchestrator.payment.result.ResultRule.when;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.CustomerActionRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantReviewRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.Cancelling;
import dev.paylater.orchestrator.payment.request.Capturing;
import dev.paylater.orchestrator.payment.request.Confirming;
import dev.paylater.orchestrator.payment.request.Reviewing;
import dev.paylater.orchestrator.payment.request.StatusInquiries;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult.Status;

/** Rules for authorizations that are under way. */
final class AuthorizationResults {

    /** Only the provider knows which of the two came first: an inquiry follows the void. */
    static final Condition VOIDING =
            new Condition(
                    "a void of it is under way",
                    (changes, reported) -> changes.payment().isVoiding(reported.attempt(changes)));

    static final Condition CUSTOMER_TOO_LATE =
            new Condition(
                    "the customer's time is up",
                    (_, reported) -> reported.operation().purpose() == Purpose.EXPIRY);

    static final Condition CUSTOMER_EXPIRED =
            new Condition(
                    "the customer's time is up, here or at the provider",
                    (changes, reported) ->
                            reported.result().requireDecline().outcome() == Decline.Outcome.EXPIRED
                                    || CUSTOMER_TOO_LATE.holds().test(changes, reported));

    static final Condition VOID_WAS_REFUSED =
            new Condition(
                    "a void of it was refused",
                    (changes, reported) -> reported.attempt(changes).stage().error() != null);

    /** The provider knew it when the customer was sent there: not found is no end of it. */
    static final Condition CUSTOMER_WAS_SENT =
            new Condition(
                    "the customer was sent to the provider",
                    (changes, reported) ->
                            reported.attempt(changes).stage()
                                    instanceof AttemptStage.AwaitingCustomer);

    /** Nothing can be held before the customer has acted, and they were not sent there. */
    static final Condition ONLY_A_SESSION =
            new Condition(
                    "only a session was to be created and the route has another connector",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        return attempt.can(Attempt.AUTHORIZES_BY_SESSION)
                                && attempt.stage() instanceof AttemptStage.Undecided undecided
                                && undecided.deadline() == null
                                && !changes.payment().fallbacks().isEmpty();
                    });

    private static final ResultRule ACCEPT =
            new ResultRule(
                    "authorize (and capture, where the capture method says so)",
                    (changes, reported) -> {
                        approve(changes, reported);
                        if (reported.attempt(changes).amounts().held() > 0) {
                            Reviewing.followUp(changes);
                        }
                    });

    /**
     * Somebody has to look first: the merchant captures what was asked for, or cancels. A provider
     * that was to capture at once may have done so without saying it.
     */
    private static final ResultRule ACCEPT_AND_HOLD =
            new ResultRule(
                    "alarm, authorize what was asked for, capture nothing, ask what was captured",
                    (changes, reported) -> {
                        approve(changes, reported);
                        var attempt = reported.attempt(changes);
                        if (reported.result().status() != Status.CAPTURED
                                && attempt.captureMethod() == CaptureMethod.AUTOMATIC) {
                            StatusInquiries.inquire(changes, attempt, Purpose.RECONCILIATION);
                        }
                    });

    private static final ResultRule DECLINE_PARTIAL =
            new ResultRule(
                    "fail, declined (partial approval), and void or refund it",
                    (changes, reported) -> {
                        fail(
                                changes,
                                reported,
                                Decline.Outcome.AUTHORIZATION_FAILED,
                                AttemptErrors.partialApproval(
                                        reported.amount(), reported.operation().amount()),
                                reported.data());
                        LateResults.undo(changes, reported);
                    });

    private static final ResultRule LEAVE_TO_MERCHANT =
            new ResultRule(
                    "leave it to the merchant",
                    (changes, reported) ->
                            changes.add(
                                    new MerchantReviewRequired(
                                            reported.operation().operationId(),
                                            booked(changes, reported),
                                            reported.data())));

    static final ResultRule SETTLE_APPROVAL =
            when(AnsweredAmounts.PARTIAL, DECLINE_PARTIAL)
                    .otherwise(
                            when(AnsweredAmounts.MORE_THAN_ASKED, ACCEPT_AND_HOLD)
                                    .otherwise(ACCEPT));

    static final ResultRule HOLD_FOR_REVIEW =
            when(AnsweredAmounts.PARTIAL, DECLINE_PARTIAL).otherwise(LEAVE_TO_MERCHANT);

    static final ResultRule EXPIRE =
            new ResultRule(
                    "fail, customer_action_expired",
                    (changes, reported) -> Cancelling.expire(changes, reported.attempt(changes)));

    static final ResultRule DECLINE =
            new ResultRule(
                    "fail, declined",
                    (changes, reported) ->
                            fail(
                                    changes,
                                    reported,
                                    reported.result().requireDecline().outcome(),
                                    reported.error(),
                                    reported.data()));

    /** The provider knows nothing of it, nor could it be voided: it is watched for a while. */
    static final ResultRule EXPIRE_AND_RECONCILE = EXPIRE.then(InquiryResults.RECONCILE);

    /** Still not decided although the time is up: ended at the provider as well. */
    static final ResultRule END =
            new ResultRule(
                    "void it",
                    (changes, _) ->
                            changes.add(
                                    new VoidRequested(
                                            changes.numbered(Kind.VOID, Purpose.EXPIRY, 0),
                                            "customer action expired")));

    static final ResultRule SEND_CUSTOMER =
            new ResultRule("send the customer there", AuthorizationResults::sendCustomer);

    /** The provider cannot be reached or does not know it: the route's next, or failure. */
    static final ResultRule NEXT_CONNECTOR =
            new ResultRule(
                    "fail, provider_unavailable, and try the next connector of the route",
                    (changes, reported) ->
                            tryNext(changes, reported, AttemptErrors.PROVIDER_UNAVAILABLE));

    /** A refused account has done nothing: the next one may. */
    static final ResultRule NEXT_ACCOUNT =
            new ResultRule(
                    "fail, account_refused, and try the next account of the route",
                    (changes, reported) ->
                            tryNext(changes, reported, AttemptErrors.ACCOUNT_REFUSED));

    private AuthorizationResults() {}

    /** More than was asked for is not captured on schedule either. */
    private static void approve(Changes changes, ReportedResult reported) {
        var operation = reported.operation();
        var isScheduled =
                reported.attempt(changes).captureMethod() == CaptureMethod.SCHEDULED
                        && reported.amount() <= operation.amount();
        changes.add(
                new AuthorizationApproved(
                        operation.attemptId(),
                        operation.operationId(),
                        booked(changes, reported),
                        reported.result().status() == Status.CAPTURED,
                        isScheduled ? Capturing.captureOn(changes) : null,
                        reported.data()));
    }

    private static long booked(Changes changes, ReportedResult reported) {
        return AnsweredAmounts.booked(
                changes, reported, reported.operation().amount(), reported.amount());
    }

    private static void sendCustomer(Changes changes, ReportedResult reported) {
        var deadline = reported.attempt(changes).stage().deadline();
        changes.add(
                new CustomerActionRequired(
                        reported.operation().operationId(),
                        reported.result().requireNextAction(),
                        deadline == null ? Confirming.actionDeadline(changes) : deadline,
                        StatusInquiries.nextWhileCustomerActs(reported.operation(), changes),
                        reported.data()));
    }

    private static void tryNext(Changes changes, ReportedResult reported, ProviderError error) {
        var fallbacks = changes.payment().fallbacks();
        fail(changes, reported, Decline.Outcome.FAILURE, error, ProviderData.NONE);
        if (!fallbacks.isEmpty()) {
            Confirming.attempt(
                    changes, fallbacks.getFirst(), fallbacks.subList(1, fallbacks.size()), null);
        }
    }

    static void fail(
            Changes changes,
            ReportedResult reported,
            Decline.Outcome outcome,
            ProviderError error,
            ProviderData data) {
        changes.add(
                new AuthorizationDeclined(
                        reported.operation().attemptId(),
                        reported.operation().operationId(),
                        outcome,
                        error,
                        true,
                        data));
    }
}
