package dev.paylater.orchestrator.payment.result;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AccountRefused;
import dev.paylater.orchestrator.payment.PaymentEvent.InquiryEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationRetried;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultPending;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultUnknown;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.StatusInquiries;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Rules for what a result leaves open, whatever the operation. */
final class InquiryResults {

    static final Condition RETRIED =
            new Condition("it was retried", (_, reported) -> reported.operation().retried());

    /** After an unknown result the first request may still have had its effect. */
    static final Condition FIRST_ANSWER =
            new Condition(
                    "no result of it came before",
                    (_, reported) -> reported.operation().hasNoResultYet());

    static final Condition DELIVERY_MAY_STILL_ACT =
            new Condition(
                    "a delivery of the request could still be carried out at the inquiry",
                    (changes, reported) -> {
                        var retriedAt = reported.operation().retriedAt();
                        return retriedAt != null
                                && reported.wasAskedInLifetimeOf(retriedAt, changes);
                    });

    /** A provider may not find yet what it answered a moment ago; for how long is assumed. */
    static final Condition MAY_NOT_BE_FOUND_YET =
            new Condition(
                    "it was sent a moment before the inquiry",
                    (changes, reported) ->
                            reported.wasAskedInLifetimeOf(reported.operation().sentAt(), changes));

    static final Condition RECONCILING =
            new Condition(
                    "it reconciles", (_, reported) -> reported.operation().isReconciliation());

    static final ResultRule INQUIRE_AGAIN =
            new ResultRule(
                    "inquire again",
                    (changes, reported) ->
                            pending(changes, reported, reported.result().inquireAfter()));

    /** A request may be on its way for as long as one lives; then the provider is asked last. */
    static final ResultRule INQUIRE_AT_LAST =
            new ResultRule(
                    "inquire when no request can be under way any more",
                    (changes, reported) ->
                            pending(
                                    changes,
                                    reported,
                                    InquirySchedule.requestOverAt(
                                            reported.operation().requestedAt())));

    static final ResultRule SETTLE_UNKNOWN =
            new ResultRule(
                    "unknown: inquire",
                    (changes, reported) -> unknown(changes, reported, reported.result().reason()));

    static final ResultRule SETTLE_UNFIT =
            new ResultRule(
                    "not an answer to it: inquire",
                    (changes, reported) -> unknown(changes, reported, "not an answer to it"));

    /** A fault of the account, which the merchant can correct: the operation stays open. */
    static final ResultRule ACCOUNT_REFUSED =
            new ResultRule(
                    "alarm, inquire later",
                    (changes, reported) ->
                            changes.add(
                                    new AccountRefused(
                                            reported.operation().operationId(),
                                            reported.result().reason(),
                                            StatusInquiries.next(reported.operation(), changes))));

    /** Once more under the same key, after the provider answered that it does not know it. */
    static final ResultRule RETRY =
            new ResultRule(
                    "retry under the same key",
                    (changes, reported) ->
                            changes.add(
                                    new OperationRetried(
                                            reported.operation().operationId(),
                                            InquirySchedule.requestOverAt(changes.now()))));

    static final ResultRule END =
            new ResultRule(
                    "end the inquiry",
                    (changes, reported) ->
                            changes.add(new InquiryEnded(reported.operation().operationId())));

    static final ResultRule RECONCILE =
            new ResultRule(
                    "reconcile the authorization",
                    (changes, reported) ->
                            StatusInquiries.inquire(
                                    changes, reported.attempt(changes), Purpose.RECONCILIATION));

    private InquiryResults() {}

    private static void pending(
            Changes changes, ReportedResult reported, @Nullable Instant wanted) {
        changes.add(
                new ResultPending(
                        reported.operation().operationId(),
                        StatusInquiries.SCHEDULE.next(
                                reported.operation().requestedAt(), wanted, changes.now()),
                        reported.data()));
    }

    private static void unknown(Changes changes, ReportedResult reported, @Nullable String reason) {
        changes.add(
                new ResultUnknown(
                        reported.operation().operationId(),
                        reason,
                        StatusInquiries.next(reported.operation(), changes),
                        reported.data()));
    }
}
