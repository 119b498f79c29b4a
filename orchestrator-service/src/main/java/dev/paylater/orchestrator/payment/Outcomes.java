package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.CheckEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.LateApprovalFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationRepeated;
import dev.paylater.orchestrator.payment.PaymentEvent.OutcomePending;
import dev.paylater.orchestrator.payment.PaymentEvent.OutcomeUnknown;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's word means. A word about something that is not under way any more changes
 * nothing, unless money would stay where nobody wants it.
 */
final class Outcomes {

    private Outcomes() {}

    static Decision record(Story story, RecordOutcome outcome) {
        var attempt = story.payment().findAttempt(outcome.attemptId());
        if (attempt.isEmpty()) {
            return Decision.nothing();
        }
        var underWay = story.payment().operation(outcome.operationId());
        if (underWay.isEmpty()) {
            return unexpected(story, attempt.get(), outcome);
        }
        var operation = underWay.get();
        if (isOutdated(operation, outcome)) {
            return Decision.nothing();
        }
        return switch (operation.kind()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE ->
                    AuthorizationOutcomes.record(story, operation, outcome);
            case AUTHENTICATE -> ThreeDsOutcomes.record(story, operation, outcome);
            case CAPTURE -> CaptureOutcomes.record(story, operation, outcome);
            case VOID, RELEASE -> VoidOutcomes.record(story, operation, outcome);
            case INCREMENT, APPROVE -> ChangeOutcomes.record(story, operation, outcome);
            case CHECK -> checked(story, operation, outcome);
        };
    }

    /**
     * Once a request was sent again, only its own answer tells what came of it, and until that is
     * there only a provider that has it; what was asked before then says nothing at all.
     */
    private static boolean isOutdated(Operation operation, RecordOutcome outcome) {
        if (operation.kind() == Kind.CHECK && operation.purpose() == Purpose.DOUBT) {
            return !isAskedSince(operation.requestedAt(), outcome);
        }
        var repeatedAt = operation.repeatedAt();
        if (repeatedAt == null || !outcome.asked()) {
            return false;
        }
        var askedBefore =
                outcome.requestedAt() != null && outcome.requestedAt().isBefore(repeatedAt);
        return (askedBefore || operation.awaitingAnswer())
                && switch (outcome.verdict()) {
                    case Verdict.NotFound _, Verdict.Unknown _, Verdict.NotExecuted _ -> true;
                    case Verdict.Approved _,
                            Verdict.Declined _,
                            Verdict.Pending _,
                            Verdict.CustomerAction _,
                            Verdict.MerchantAction _ ->
                            false;
                };
    }

    /** A doubt ends with the answer to a question that was asked since it arose, and no other. */
    private static boolean isAskedSince(Instant then, RecordOutcome outcome) {
        return outcome.asked()
                && outcome.requestedAt() != null
                && !outcome.requestedAt().isBefore(then);
    }

    private static Decision unexpected(Story story, Attempt attempt, RecordOutcome outcome) {
        return switch (outcome.kind()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE -> lateAuthorization(story, attempt, outcome);
            case CAPTURE -> CaptureOutcomes.late(story, attempt, outcome);
            case VOID -> VoidOutcomes.late(story, attempt, outcome);
            case INCREMENT -> ChangeOutcomes.late(story, outcome);
            case AUTHENTICATE, APPROVE, RELEASE, CHECK -> Decision.nothing();
        };
    }

    /** Of an authorization that was decided before. */
    private static Decision lateAuthorization(Story story, Attempt attempt, RecordOutcome outcome) {
        return switch (outcome.verdict()) {
            case Verdict.Approved approved ->
                    lateApproval(story, attempt, approved, outcome.facts()).end();
            case Verdict.Declined declined -> lapse(story, attempt, declined).end();
            case Verdict.Pending _, Verdict.Unknown _, Verdict.MerchantAction _ ->
                    doubt(story, attempt).end();
            case Verdict.CustomerAction _, Verdict.NotFound _, Verdict.NotExecuted _ ->
                    Decision.nothing();
        };
    }

    /**
     * The provider may hold what has failed here, or will: a request that was delivered twice may
     * be executed once and refused once. The word may be an old one, so the provider is asked.
     */
    private static Story doubt(Story story, Attempt attempt) {
        return attempt.status().isFailed() && !isVoiding(story, attempt)
                ? Asking.check(story, attempt, Purpose.DOUBT)
                : story;
    }

    static boolean isVoiding(Story story, Attempt attempt) {
        return story.payment()
                .hasInFlight(
                        o -> o.kind() == Kind.VOID && o.attemptId().equals(attempt.attemptId()));
    }

    /** An approval nobody wants any more must not stay open. */
    private static Story lateApproval(
            Story story, Attempt attempt, Verdict.Approved approved, ProviderFacts facts) {
        if (isVoiding(story, attempt) || attempt.released() > 0 || attempt.captured() > 0) {
            return story;
        }
        if (attempt.status() == AttemptStatus.VOIDED) {
            // Voided before it was approved, or the word is an old one: the provider knows.
            return Asking.check(story, attempt, Purpose.DOUBT);
        }
        return attempt.status().isFailed() ? undo(story, attempt, approved, facts) : story;
    }

    /** Voids what was authorized, refunds what was captured in the same step. */
    private static Story undo(
            Story story, Attempt attempt, Verdict.Approved approved, ProviderFacts facts) {
        var amount = amountOf(approved, attempt.amount());
        if (approved.captured()) {
            story.tell(new LateCaptureFound(attempt.attemptId(), amount, facts));
            return Refunding.giveBackLate(story, attempt.attemptId(), amount);
        }
        story.tell(new LateApprovalFound(attempt.attemptId(), amount, facts));
        return story.tell(
                new VoidRequested(
                        story.numbered(
                                Kind.VOID,
                                Purpose.LATE_APPROVAL,
                                amount,
                                story.payment().attempt(attempt.attemptId()),
                                java.util.Map.of()),
                        "late approval"));
    }

    /** The provider has ended an authorization that was open here. */
    private static Story lapse(Story story, Attempt attempt, Verdict.Declined declined) {
        var ended =
                declined.status() == AttemptStatus.VOIDED
                        || declined.status() == AttemptStatus.EXPIRED;
        return ended ? lapse(story, attempt, declined.error().unifiedCode()) : story;
    }

    /** The same, in whatever way that became known. */
    static Story lapse(Story story, Attempt attempt, String reason) {
        var open =
                switch (story.payment().state()) {
                    case State.RequiresCapture _,
                            State.PartiallyCapturedAndCapturable _,
                            State.RequiresMerchantAction _ ->
                            attempt.equals(story.payment().currentAttempt());
                    case State.RequiresPaymentMethod _,
                            State.RequiresConfirmation _,
                            State.Processing _,
                            State.RequiresCustomerAction _,
                            State.PartiallyCaptured _,
                            State.Succeeded _,
                            State.Failed _,
                            State.Cancelled _ ->
                            false;
                };
        return open
                ? story.tell(
                        new PaymentEvent.AuthorizationLapsed(
                                attempt.attemptId(),
                                "The authorization ended at the provider: " + reason))
                : story;
    }

    private static Decision checked(Story story, Operation operation, RecordOutcome outcome) {
        var facts = outcome.facts();
        return switch (outcome.verdict()) {
            case Verdict.Pending pending when Asking.insists(operation) ->
                    pending(story, operation, pending, facts).end();
            case Verdict.Unknown(var reason) when Asking.insists(operation) ->
                    unknown(story, operation, reason, facts).end();
            case Verdict.NotExecuted(var reason) when Asking.insists(operation) ->
                    unknown(story, operation, reason, facts).end();
            case Verdict.Approved approved ->
                    found(endCheck(story, operation), operation, approved, facts);
            case Verdict.MerchantAction(var amount) ->
                    found(
                            endCheck(story, operation),
                            operation,
                            new Verdict.Approved(amount, false),
                            facts);
            case Verdict.Declined _, Verdict.CustomerAction _, Verdict.NotFound _
                    when mayStillBeApproved(story, operation) ->
                    pending(story, operation, askLast(operation), facts).end();
            case Verdict.Declined declined ->
                    lapse(endCheck(story, operation), attemptOf(story, operation), declined).end();
            case Verdict.Pending _,
                    Verdict.Unknown _,
                    Verdict.CustomerAction _,
                    Verdict.NotFound _,
                    Verdict.NotExecuted _ ->
                    endCheck(story, operation).end();
        };
    }

    /** Of an attempt that has ended here, a request may be on its way for as long as one lives. */
    private static boolean mayStillBeApproved(Story story, Operation operation) {
        return operation.purpose() == Purpose.DOUBT
                && isUnwanted(attemptOf(story, operation))
                && story.now().isBefore(AskSchedule.guard(operation.requestedAt()));
    }

    private static Verdict.Pending askLast(Operation operation) {
        return new Verdict.Pending(AskSchedule.guard(operation.requestedAt()));
    }

    private static Attempt attemptOf(Story story, Operation operation) {
        return story.payment().attempt(operation.attemptId());
    }

    private static boolean isUnwanted(Attempt attempt) {
        return attempt.status() == AttemptStatus.VOIDED || attempt.status().isFailed();
    }

    private static Story endCheck(Story story, Operation operation) {
        return story.tell(new CheckEnded(operation.operationId()));
    }

    /**
     * The provider holds the amount of an authorization; nobody wants it if that has ended here.
     */
    private static Decision found(
            Story story, Operation operation, Verdict.Approved approved, ProviderFacts facts) {
        var attempt = story.payment().attempt(operation.attemptId());
        return isUnwanted(attempt)
                        && attempt.released() == 0
                        && attempt.captured() == 0
                        && !isVoiding(story, attempt)
                ? undo(story, attempt, approved, facts).end()
                : story.end();
    }

    static long amountOf(Verdict.Approved approved, long asked) {
        return approved.amount() == null ? asked : approved.amount();
    }

    static Story pending(
            Story story, Operation operation, Verdict.Pending pending, ProviderFacts facts) {
        var next = AskSchedule.next(operation, story.now());
        return story.tell(
                new OutcomePending(
                        operation.operationId(), later(pending.askAfter(), next), facts));
    }

    static Story unknown(
            Story story, Operation operation, @Nullable String reason, ProviderFacts facts) {
        return story.tell(
                new OutcomeUnknown(
                        operation.operationId(),
                        reason,
                        AskSchedule.next(operation, story.now()),
                        facts));
    }

    /** Once more under the same key, after the provider said that it never heard of it. */
    static Story repeat(Story story, Operation operation) {
        return story.tell(
                new OperationRepeated(operation.operationId(), AskSchedule.guard(story.now())));
    }

    private static Instant later(@Nullable Instant wanted, Instant scheduled) {
        return wanted != null && wanted.isAfter(scheduled) ? wanted : scheduled;
    }
}
