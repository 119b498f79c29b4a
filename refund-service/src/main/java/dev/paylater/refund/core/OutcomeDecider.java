package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.InquirySchedule;
import dev.paylater.refund.core.PartState.InReview;
import dev.paylater.refund.core.PartState.NotCalled;
import dev.paylater.refund.core.PartState.Open;
import dev.paylater.refund.core.PartState.Pending;
import dev.paylater.refund.core.PartState.Planned;
import dev.paylater.refund.core.PartState.Refunded;
import dev.paylater.refund.core.PartState.Refused;
import dev.paylater.refund.core.PartState.Requested;
import dev.paylater.refund.core.PartState.Unknown;
import dev.paylater.refund.core.RefundCommand.RecordOutcome;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRepeated;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides what follows from a provider's word about a part. Money is only taken for not refunded
 * when the provider says so at a time when no request can be under way any more.
 */
final class OutcomeDecider {

    private final Refund refund;
    private final Part part;
    private final RecordOutcome outcome;
    private final Instant now;

    private OutcomeDecider(Refund refund, Part part, RecordOutcome outcome, Instant now) {
        this.refund = refund;
        this.part = part;
        this.outcome = outcome;
        this.now = now;
    }

    static Decision<RefundEvent, Refusal> decide(
            Refund refund, RecordOutcome outcome, Instant now) {
        return find(refund, outcome)
                .map(part -> new OutcomeDecider(refund, part, outcome, now).decide())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "Refund %s has no operation %s"
                                                .formatted(
                                                        refund.order().key(),
                                                        outcome.operationId())));
    }

    /** By our key, else by the provider's id: a notification may know only that. */
    private static Optional<Part> find(Refund refund, RecordOutcome outcome) {
        return refund.parts().stream()
                .filter(part -> part.operationId().equals(outcome.operationId()))
                .findFirst()
                .or(
                        () ->
                                refund.parts().stream()
                                        .filter(part -> isNamedBy(outcome.facts(), part))
                                        .findFirst());
    }

    private static boolean isNamedBy(ProviderFacts facts, Part part) {
        return facts.connectorRefundId() != null
                && facts.connectorRefundId().equals(part.connectorRefundId());
    }

    private Decision<RefundEvent, Refusal> decide() {
        return switch (part.state()) {
            case Open open -> decide(open);
            case Refunded _ ->
                    outcome.verdict() instanceof Verdict.Declined
                            ? one(new RefundContradicted(part.operationId(), false))
                            : new Decision.Unchanged<>();
            case Refused _ ->
                    outcome.verdict() instanceof Verdict.Approved
                            ? one(new RefundContradicted(part.operationId(), true))
                            : new Decision.Unchanged<>();
            case Planned _ -> new Decision.Unchanged<>();
        };
    }

    private Decision<RefundEvent, Refusal> decide(Open open) {
        return switch (outcome.verdict()) {
            case Verdict.Approved(var amount) -> {
                var asked = part.allocation().amount();
                yield settled(
                        new PartRefunded(
                                part.operationId(),
                                amount == null ? asked : Math.min(amount, asked),
                                outcome.facts()));
            }
            case Verdict.Declined(var error) ->
                    settled(new PartRefused(part.operationId(), error, outcome.facts()));
            case Verdict.Pending pending -> pending(open, pending);
            case Verdict.InReview _ -> review(open);
            case Verdict.Unknown unknown -> unknown(open, unknown);
            case Verdict.NotFound _ -> notFound(open);
            case Verdict.NotExecuted _ -> notExecuted(open);
        };
    }

    private Decision<RefundEvent, Refusal> pending(Open open, Verdict.Pending verdict) {
        return switch (open) {
            case Requested _, NotCalled _, Unknown _ ->
                    news(
                            new RefundPending(
                                    part.operationId(),
                                    RefundInquiries.next(open.inquiry(), verdict.askAfter(), now),
                                    outcome.facts()));
            case Pending _, InReview _ -> nothingNew(open);
        };
    }

    private Decision<RefundEvent, Refusal> review(Open open) {
        return switch (open) {
            case Requested _, NotCalled _, Unknown _, Pending _ ->
                    news(new RefundInReview(part.operationId(), nextAsk(open), outcome.facts()));
            case InReview _ -> nothingNew(open);
        };
    }

    private Decision<RefundEvent, Refusal> unknown(Open open, Verdict.Unknown verdict) {
        return switch (open) {
            case Requested _, NotCalled _ ->
                    outcome.asked()
                            ? nothingNew(open)
                            : news(
                                    new OutcomeUnknown(
                                            part.operationId(),
                                            RefundInquiries.next(
                                                    open.inquiry(), verdict.askAfter(), now)));
            case Unknown _, Pending _, InReview _ -> nothingNew(open);
        };
    }

    private Decision<RefundEvent, Refusal> notFound(Open open) {
        var allRequestsAreOver = !outcome.toldAt().isBefore(open.inquiry().over());
        return switch (open) {
            // It has seen it before: a provider that forgets is no reason to pay twice.
            case Pending _, InReview _ -> nothingNew(open);
            case Requested _, NotCalled _ ->
                    allRequestsAreOver ? repeatOrGiveUp(open, true) : nothingNew(open);
            case Unknown _ -> repeatOrGiveUp(open, allRequestsAreOver);
        };
    }

    private Decision<RefundEvent, Refusal> repeatOrGiveUp(Open open, boolean allRequestsAreOver) {
        var inquiry = open.inquiry();
        if (!inquiry.repeated() || InquirySchedule.mayRetry(inquiry.requestedAt(), now)) {
            var notAfter = RefundInquiries.notAfter(now);
            return one(
                    new RefundRepeated(
                            part.operationId(), notAfter, RefundInquiries.guard(notAfter)));
        }
        return allRequestsAreOver
                ? settled(
                        new PartRefused(
                                part.operationId(),
                                ConnectorError.PROVIDER_UNAVAILABLE,
                                outcome.facts()))
                : nothingNew(open);
    }

    private Decision<RefundEvent, Refusal> notExecuted(Open open) {
        if (outcome.asked()) {
            return nothingNew(open);
        }
        return switch (open) {
            case Requested _ ->
                    now.isBefore(open.inquiry().notAfter())
                            ? one(new ProviderNotCalled(part.operationId(), nextAsk(open)))
                            : news(new OutcomeUnknown(part.operationId(), nextAsk(open)));
            case NotCalled _, Unknown _, Pending _, InReview _ -> new Decision.Unchanged<>();
        };
    }

    private Instant nextAsk(Open open) {
        return RefundInquiries.next(open.inquiry(), now);
    }

    private Decision<RefundEvent, Refusal> nothingNew(Open open) {
        return open.inquiry().onDemand()
                ? news(new NothingNew(part.operationId()))
                : new Decision.Unchanged<>();
    }

    private Decision<RefundEvent, Refusal> settled(RefundEvent event) {
        return decision().tell(event).goOn().end();
    }

    private Decision<RefundEvent, Refusal> news(RefundEvent event) {
        return decision().tell(event).answerCallers().end();
    }

    private Decision<RefundEvent, Refusal> one(RefundEvent event) {
        return decision().tell(event).end();
    }

    private RefundDecision decision() {
        return new RefundDecision(refund, now);
    }
}
