package dev.paylater.orchestrator.payment.result;

import static dev.paylater.orchestrator.payment.result.ResultRule.when;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordProviderResult;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksAgreed;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksDiffered;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundFound;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.Capturing;
import dev.paylater.orchestrator.payment.request.Refunding;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import java.util.Comparator;
import java.util.List;

/**
 * Rules for what a provider has captured, refunded or released without having been asked: in its
 * portal, by an automatism of its own, or for a request that was given up here. Its totals are
 * compared with ours when nothing of ours can make the difference; the same answer twice is booked
 * once. Less than ours is never a reversal, and raises an alarm.
 */
final class BookResults {

    /** What is under way, or was when the provider was asked, may be in its totals or not. */
    private static final Condition MAY_BE_OURS =
            new Condition(
                    "money has moved since the inquiry, or the provider's books show more than is"
                            + " settled and something of ours is under way",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        var books = reported.result().books();
                        return books != null
                                && isComparable(attempt)
                                && (!isLatestAnswer(attempt, reported)
                                        || (isUnderWay(changes.payment(), attempt)
                                                && showMoreThanSettled(books, changes, attempt)));
                    });

    /**
     * A webhook that was delayed, or what was recorded for a request that is sent again: the
     * inquiry may have been about what happened since.
     */
    static final Condition MAY_BE_OLD =
            new Condition(
                    "it is no answer to an inquiry, there was one, and the provider shows its"
                            + " books",
                    (changes, reported) ->
                            !answersInquiry(reported.command())
                                    && reported.operation().inquiries() > 0
                                    && reported.attempt(changes).showsBooks());

    /**
     * A notification can have raised the later inquiry: what it told of is in the answer to that
     * inquiry, and may be missing in this result.
     */
    static final Condition LATER_INQUIRY_IS_OUT =
            new Condition(
                    "an inquiry that was made later is not answered yet",
                    (changes, reported) -> {
                        var operation = reported.operation();
                        var attempt = reported.attempt(changes);
                        return answersInquiry(reported.command())
                                ? attempt.booksInquiredAt() != null
                                        && !isLatestAnswer(attempt, reported)
                                : operation.inquiries() > 0 && operation.awaitingAnswer();
                    });

    private static final Condition SHOW_MORE =
            new Condition(
                    "the provider's books show more than is settled",
                    (changes, reported) -> {
                        var attempt = reported.attempt(changes);
                        var books = reported.result().books();
                        return books != null
                                && isComparable(attempt)
                                && showMoreThanSettled(books, changes, attempt);
                    });

    private static final ResultRule BOOK =
            new ResultRule(
                    "book what the provider's books show beyond ours",
                    (changes, reported) -> {
                        var books = reported.result().books();
                        if (books != null && isComparable(reported.attempt(changes))) {
                            book(changes, reported, books);
                        }
                    });

    /** Of a provider that gives no reason for the end of an authorization, as a decline does. */
    static final ResultRule LAPSE_RELEASED =
            new ResultRule(
                    "if the provider has released all that was left: it has lapsed",
                    (changes, reported) -> {
                        var books = reported.result().books();
                        if (books != null
                                && hasReleasedRest(
                                        books, changes.payment(), reported.attempt(changes))) {
                            LateResults.lapse(changes, reported.attempt(changes), "released");
                        }
                    });

    private BookResults() {}

    /** Of an inquiry: compared before its result is acted on. */
    static ResultRule comparedFirst(ResultRule rule) {
        return when(
                        MAY_BE_OURS,
                        when(InquiryResults.RECONCILING, InquiryResults.INQUIRE_AGAIN)
                                .otherwise(InquiryResults.END.then(InquiryResults.RECONCILE)))
                .otherwise(BOOK.then(rule));
    }

    /** Of any other result, and of an answer that is older than the latest: a reason to ask. */
    static ResultRule comparedLate(ResultRule rule) {
        return when(SHOW_MORE, InquiryResults.RECONCILE).otherwise(rule);
    }

    static void book(Changes changes, ReportedResult reported, ProviderBooks books) {
        var before = reported.attempt(changes);
        var captured = books.captured() - changes.payment().capturedThere(before);
        if (captured > 0) {
            bookCaptured(changes, before, captured, reported.data());
        }
        Refunding.bookPostponed(changes, before.attemptId());
        var taken = reported.attempt(changes);
        var refunded = books.refunded() - taken.amounts().refunded();
        if (refunded > 0 && refunded <= taken.amounts().refundable()) {
            changes.add(
                    new RefundFound(
                            Refund.found(
                                    changes.payment(), taken, books.refunded(), changes.now())));
        }
        var after = reported.attempt(changes);
        if (!showMore(books, changes.payment(), after)
                && !showLess(books, changes, after)
                && changes.payment().refunds(after).allMatch(one -> one.postponed() == null)) {
            if (after.booksDiffering() != null) {
                changes.add(new BooksAgreed(after.attemptId()));
            }
        } else if (!books.equals(after.booksDiffering())) {
            changes.add(new BooksDiffered(after.attemptId(), books));
        }
    }

    /**
     * What was captured there just before the merchant's cancel, or before what was left was
     * released, was not released: the capture counts where one was made here too, and is refunded
     * where the attempt has ended. Of more than is held here, all that is held counts, so that
     * nothing is captured besides; the rest shows as books that differ.
     */
    private static void bookCaptured(
            Changes changes, Attempt attempt, long amount, ProviderData data) {
        var amounts = attempt.amounts();
        if (attempt.stage() instanceof AttemptStage.Ended) {
            if (amount < amounts.released() || isOfWhatWasApproved(attempt, amount)) {
                findUnwanted(changes, attempt, amount, data);
            }
            return;
        }
        switch (changes.payment().state()) {
            case PaymentState.RequiresCapture _, PaymentState.PartiallyCapturedAndCapturable _
                    when amounts.held() > 0 ->
                    capture(changes, attempt, Math.min(amount, amounts.held()), data);
            case PaymentState.PartiallyCaptured _
                    when amount < amounts.held() + amounts.released() ->
                    capture(changes, attempt, amount, data);
            case PaymentState _ -> {}
        }
    }

    /**
     * Whether the provider approved more than was asked for, and this much of it can have been
     * captured: its void then released what was left of all that it had approved.
     */
    private static boolean isOfWhatWasApproved(Attempt attempt, long amount) {
        var difference = attempt.amountDiffering();
        return difference != null && amount <= difference.answered();
    }

    private static void findUnwanted(
            Changes changes, Attempt attempt, long amount, ProviderData data) {
        changes.add(
                failedCaptures(changes.payment(), attempt, amount).stream()
                        .filter(failed -> failed.amount() == amount)
                        .findFirst()
                        .<PaymentEvent>map(
                                failed -> new LateChargeFound(failed.captureId(), amount, data))
                        .orElseGet(() -> new LateCaptureFound(attempt.attemptId(), amount, data)));
        UnwantedResults.reverse(changes, changes.payment().attempt(attempt.attemptId()));
    }

    /**
     * A capture that had failed here is the one that was made, where it fits: whoever reports it
     * later finds it charged. Where one capture ends the payment there is only one, and what has
     * ended stays as it is.
     */
    static void capture(Changes changes, Attempt attempt, long amount, ProviderData data) {
        var several = attempt.captureMethod() == CaptureMethod.MANUAL_MULTIPLE;
        var wasFinal = changes.payment().state().isFinal();
        var left = amount;
        for (var failed : failedCaptures(changes.payment(), attempt, amount)) {
            if (failed.amount() == left || (several && failed.amount() <= left)) {
                changes.add(
                        new CaptureCharged(
                                failed.captureId(),
                                OperationIds.of(
                                        attempt.attemptId(),
                                        Kind.CAPTURE,
                                        failed.captureSequence()),
                                failed.amount(),
                                data));
                left -= failed.amount();
            }
        }
        if (left > 0) {
            changes.add(
                    new CaptureFound(
                            Capture.found(changes.payment(), attempt.attemptId(), left, data),
                            data));
        }
        if (!wasFinal && several) {
            Capturing.releaseWhereNothingIsLeft(changes);
        } else if (!wasFinal) {
            Capturing.releaseRest(changes);
        }
    }

    /** One of exactly this amount comes first, then the oldest. */
    private static List<Capture> failedCaptures(Payment payment, Attempt attempt, long amount) {
        return payment.captures().stream()
                .filter(c -> c.attemptId().equals(attempt.attemptId()))
                .filter(c -> c.status() == Capture.Status.FAILED)
                .sorted(Comparator.comparing(c -> c.amount() != amount))
                .toList();
    }

    private static boolean showMore(ProviderBooks books, Payment payment, Attempt attempt) {
        return books.captured() > payment.capturedThere(attempt)
                || books.refunded() > attempt.amounts().refunded();
    }

    /**
     * What was captured or refunded here and is not there any more, or never was. A capture that
     * merchant and customer settled between them is in no provider's books.
     */
    private static boolean showLess(ProviderBooks books, Changes changes, Attempt attempt) {
        return books.captured() < changes.payment().capturedThere(attempt)
                || books.refunded() < changes.payment().settledRefunds(attempt);
    }

    private static boolean showMoreThanSettled(
            ProviderBooks books, Changes changes, Attempt attempt) {
        return books.captured() > changes.payment().capturedThere(attempt)
                || books.refunded() > changes.payment().settledRefunds(attempt)
                || hasReleasedRest(books, changes.payment(), attempt);
    }

    /** A part that is released leaves less to capture than we think, which a capture shows. */
    private static boolean hasReleasedRest(ProviderBooks books, Payment payment, Attempt attempt) {
        var ours = attempt.amounts();
        return books.released() != null
                && attempt.stage() instanceof AttemptStage.Open
                && ours.held() > 0
                && books.released() - ours.released()
                        >= ours.held() + payment.notTakenThere(attempt);
    }

    private static boolean isUnderWay(Payment payment, Attempt attempt) {
        return payment.operations().stream()
                        .anyMatch(
                                o ->
                                        o.attemptId().equals(attempt.attemptId())
                                                && o.kind() != Kind.INQUIRY
                                                && !o.isAside())
                || payment.refunds(attempt).anyMatch(refund -> !refund.status().isFinal());
    }

    private static boolean answersInquiry(RecordProviderResult command) {
        return command.inquired() && command.requestedAt() != null;
    }

    private static boolean isLatestAnswer(Attempt attempt, ReportedResult reported) {
        var inquiredAt = attempt.booksInquiredAt();
        var requestedAt = reported.command().requestedAt();
        return inquiredAt != null
                && requestedAt != null
                && inquiredAt.toEpochMilli() == requestedAt.toEpochMilli();
    }

    /** What has ended without a release or capture is voided or refunded, by rules of its own. */
    private static boolean isComparable(Attempt attempt) {
        return !(attempt.stage() instanceof AttemptStage.Ended)
                || attempt.amounts().captured() > 0
                || attempt.amounts().released() > 0;
    }
}
