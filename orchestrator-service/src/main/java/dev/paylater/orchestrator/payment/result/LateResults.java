package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Increment;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationLapsed;
import dev.paylater.orchestrator.payment.PaymentEvent.LateApprovalFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyReturned;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.StatusInquiries;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Optional;

/** Rules for results about what was decided before, and for money that nobody wants any more. */
final class LateResults {

    /** Voided before it was approved, or the result is an old one: the provider knows. */
    static final Condition VOIDED_HERE =
            new Condition(
                    "it was voided and nothing was released, captured or is being voided",
                    (changes, reported) ->
                            StatusInquiries.isUntouched(
                                            changes.payment(), reported.attempt(changes))
                                    && StatusInquiries.hasEnded(reported.attempt(changes))
                                    && !reported.attempt(changes).stage().hasFailed());

    static final Condition FAILED_HERE =
            new Condition(
                    "it has failed and nothing was released, captured or is being voided",
                    (changes, reported) ->
                            StatusInquiries.isUntouched(
                                            changes.payment(), reported.attempt(changes))
                                    && reported.attempt(changes).stage().hasFailed());

    static final Condition HELD_AND_UNWANTED =
            new Condition(
                    "it has ended here and nothing was released, captured or is being voided",
                    (changes, reported) ->
                            StatusInquiries.isUnwantedIfHeld(
                                    changes.payment(), reported.attempt(changes)));

    /**
     * The provider may hold what has failed here, or will: a request that was delivered twice may
     * be executed once and refused once. The result may be an old one, so the provider is asked.
     */
    static final Condition MAY_BE_HELD =
            new Condition("it has failed and is not being voided", LateResults::mayBeHeld);

    /** An inquiry that a notification had started may have been about a capture in the portal. */
    static final Condition MAY_BE_HELD_OR_CAPTURED =
            new Condition(
                    "it has failed and is not being voided, or it is open and the provider shows"
                            + " its books",
                    (changes, reported) ->
                            mayBeHeld(changes, reported)
                                    || (reported.attempt(changes).showsBooks()
                                            && reported.attempt(changes).stage()
                                                    instanceof AttemptStage.Open));

    /** Of an attempt that has ended here, a request may be on its way for as long as one lives. */
    static final Condition MAY_STILL_BE_APPROVED =
            new Condition(
                    "it reconciles an ended attempt whose request may be under way",
                    (changes, reported) ->
                            reported.operation().isReconciliation()
                                    && StatusInquiries.hasEnded(reported.attempt(changes))
                                    && reported.wasAskedInLifetimeOf(
                                            reported.operation().requestedAt(), changes));

    static final Condition CAPTURE_WAS_FAILED =
            new Condition(
                    "it was failed, the payment is not final and the amount is open",
                    (changes, reported) ->
                            !changes.payment().state().isFinal()
                                    && failedCapture(changes, reported)
                                            .filter(
                                                    c ->
                                                            bookable(reported, c)
                                                                    <= reported.attempt(changes)
                                                                            .amounts()
                                                                            .held())
                                            .isPresent());

    /** More than was to be authorized cannot have been captured. */
    static final Condition CAPTURE_WAS_FAILED_BEFORE_THE_END =
            new Condition(
                    "it was failed, the payment has ended and nothing else took the amount",
                    (changes, reported) ->
                            changes.payment().state().isFinal()
                                    && failedCapture(changes, reported)
                                            .filter(c -> isWithinAttempt(changes, reported, c))
                                            .isPresent());

    /**
     * Money that the provider's books show is booked as captures that had failed here, where the
     * amounts fit. The provider may carry out the request of such a capture afterwards as well.
     */
    static final Condition NOT_AS_BOOKED =
            new Condition(
                    "the provider shows its books, and it was failed here or booked with another"
                            + " amount or connector_capture_id",
                    (changes, reported) ->
                            reported.attempt(changes).showsBooks()
                                    && capture(changes, reported)
                                            .filter(c -> !isAsBooked(c, reported))
                                            .isPresent());

    static final Condition OPEN_AND_UNTOUCHED =
            new Condition(
                    "it is open here and nothing was captured of it",
                    (changes, reported) ->
                            changes.payment().state()
                                            instanceof PaymentState.RequiresCapture(var open, _)
                                    && open.equals(reported.attempt(changes)));

    /**
     * What a void did that was given up here: it may have come before what the provider holds now,
     * so the provider is asked. Where another void is under way, that one will find nothing left.
     */
    static final Condition NOT_OVER_OR_UNWANTED =
            new Condition(
                    "it is not decided here, or money of it is held here or unwanted",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        return attempt.unwanted() != null
                                || switch (attempt.stage()) {
                                    case AttemptStage.Open _ -> attempt.amounts().held() > 0;
                                    case AttemptStage.Undecided _,
                                            AttemptStage.AwaitingCustomer _,
                                            AttemptStage.InReview _ ->
                                            true;
                                    case AttemptStage.Ended _ -> false;
                                };
                    });

    /** Once that has ended, what the provider says is left counts. */
    static final Condition CHANGES_MEANWHILE =
            new Condition(
                    "it reconciles an open attempt that something of ours changes",
                    (changes, reported) ->
                            reported.operation().isReconciliation()
                                    && reported.attempt(changes).stage()
                                            instanceof AttemptStage.Open
                                    && changes.payment()
                                            .hasInFlight(
                                                    reported.attempt(changes),
                                                    Operation::changesHold));

    static final Condition INCREMENT_WAS_FAILED =
            new Condition(
                    "it was failed, the payment is not final and the amount counts",
                    (changes, reported) ->
                            failedIncrement(changes, reported)
                                    .filter(
                                            i ->
                                                    !ChangeResults.isPartial(
                                                            reported.attempt(changes),
                                                            i.amount(),
                                                            reported.result().amountOr(i.amount())))
                                    .isPresent());

    /** Voids what was authorized, refunds what was captured in the same step. */
    static final ResultRule UNDO =
            new ResultRule("void or refund what is not wanted any more", LateResults::undo);

    /** The provider has ended an authorization that was open here. */
    static final ResultRule LAPSE =
            new ResultRule(
                    "if the provider has ended it: it has lapsed",
                    (changes, reported) -> {
                        switch (reported.result().requireDecline().outcome()) {
                            case VOIDED, EXPIRED ->
                                    lapse(
                                            changes,
                                            reported.attempt(changes),
                                            reported.error().unified().code());
                            case AUTHENTICATION_FAILED, AUTHORIZATION_FAILED, FAILURE -> {}
                        }
                    });

    /**
     * A capture that was given up here was charged after all. It counts, as long as the money is
     * still open at the provider, even where another capture of it has been asked for since: that
     * one will be refused.
     */
    static final ResultRule CHARGE =
            new ResultRule(
                    "charge the capture",
                    (changes, reported) -> {
                        var capture = failedCapture(changes, reported).orElseThrow();
                        CaptureResults.charge(
                                changes,
                                capture,
                                reported.result().amountOr(capture.amount()),
                                reported);
                    });

    /** Of a payment that has ended: nobody wants the money any more. */
    static final ResultRule REFUND_CHARGE =
            new ResultRule(
                    "charge the capture and refund it",
                    (changes, reported) -> {
                        var capture = failedCapture(changes, reported).orElseThrow();
                        changes.add(
                                new LateChargeFound(
                                        capture.captureId(),
                                        AnsweredAmounts.booked(
                                                changes,
                                                reported,
                                                capture.amount(),
                                                reported.result().amountOr(capture.amount())),
                                        reported.data()));
                        UnwantedResults.reverse(changes, reported.attempt(changes));
                    });

    /** By its portal or an automatism of its own; of a capture that had failed, it is that one. */
    static final ResultRule BOOK_CAPTURE =
            new ResultRule(
                    "book the provider's capture",
                    (changes, reported) -> {
                        var held = reported.attempt(changes).amounts().held();
                        var amount =
                                AnsweredAmounts.booked(
                                        changes, reported, held, reported.result().amountOr(held));
                        BookResults.capture(
                                changes, reported.attempt(changes), amount, reported.data());
                    });

    /**
     * An increment that was given up here was granted after all: a request that a worker did not
     * carry out at first can be delivered to the next one.
     */
    static final ResultRule INCREASE =
            new ResultRule(
                    "raise the authorization, unless it is higher by now",
                    (changes, reported) -> {
                        var increment = failedIncrement(changes, reported).orElseThrow();
                        ChangeResults.increase(
                                changes,
                                reported,
                                increment.amount(),
                                reported.result().amountOr(increment.amount()));
                    });

    private LateResults() {}

    private static boolean mayBeHeld(Changes changes, ReportedResult reported) {
        var attempt = reported.attempt(changes);
        return attempt.stage().hasFailed() && !changes.payment().isVoiding(attempt);
    }

    /** No more is refunded than was asked for: the rest is a matter for somebody to look at. */
    static void undo(Changes changes, ReportedResult reported) {
        var attempt = reported.attempt(changes);
        if (reported.result().status() == Status.CAPTURED) {
            var amount =
                    AnsweredAmounts.booked(
                            changes,
                            reported,
                            attempt.amount(),
                            reported.capturedOr(attempt.amount()));
            changes.add(new LateCaptureFound(attempt.attemptId(), amount, reported.data()));
            UnwantedResults.reverse(changes, reported.attempt(changes));
            return;
        }
        var amount =
                AnsweredAmounts.booked(
                        changes,
                        reported,
                        attempt.amount(),
                        reported.result().amountOr(attempt.amount()));
        changes.add(new LateApprovalFound(attempt.attemptId(), amount, reported.data()));
        UnwantedResults.reverse(changes, reported.attempt(changes));
    }

    static void lapse(Changes changes, Attempt attempt, String reason) {
        var payment = changes.payment();
        if (attempt.unwanted() != null && attempt.amounts().held() > 0) {
            changes.add(new UnwantedMoneyReturned(attempt.attemptId()));
        } else if (payment.isOpenAtProvider(attempt)) {
            changes.add(
                    new AuthorizationLapsed(
                            attempt.attemptId(),
                            "The authorization ended at the provider: " + reason));
        }
    }

    private static boolean isWithinAttempt(
            Changes changes, ReportedResult reported, Capture capture) {
        var attempt = reported.attempt(changes);
        return attempt.amounts().captured() + bookable(reported, capture) <= attempt.amount();
    }

    private static long bookable(ReportedResult reported, Capture capture) {
        return Math.min(capture.amount(), reported.result().amountOr(capture.amount()));
    }

    private static Optional<Capture> failedCapture(Changes changes, ReportedResult reported) {
        return capture(changes, reported).filter(c -> c.status() == Capture.Status.FAILED);
    }

    private static Optional<Capture> capture(Changes changes, ReportedResult reported) {
        return changes.payment().captures().stream()
                .filter(
                        c ->
                                OperationIds.of(c.attemptId(), Kind.CAPTURE, c.captureSequence())
                                        .equals(reported.command().operationId()))
                .findFirst();
    }

    private static boolean isAsBooked(Capture capture, ReportedResult reported) {
        var named = reported.data().operationReference();
        return capture.status() != Capture.Status.FAILED
                && capture.amount() == reported.result().amountOr(capture.amount())
                && (named == null || named.equals(capture.connectorCaptureId()));
    }

    private static Optional<Increment> failedIncrement(Changes changes, ReportedResult reported) {
        return changes.payment().state().isFinal()
                ? Optional.empty()
                : changes.payment().increments().stream()
                        .filter(
                                i ->
                                        i.status() == Increment.Status.FAILURE
                                                && i.authorizationId()
                                                        .equals(reported.command().operationId()))
                        .findFirst();
    }
}
