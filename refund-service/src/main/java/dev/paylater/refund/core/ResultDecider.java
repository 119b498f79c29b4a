package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.InquirySchedule;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import dev.paylater.refund.core.PartState.InReview;
import dev.paylater.refund.core.PartState.NotCalled;
import dev.paylater.refund.core.PartState.Open;
import dev.paylater.refund.core.PartState.Pending;
import dev.paylater.refund.core.PartState.Planned;
import dev.paylater.refund.core.PartState.Refunded;
import dev.paylater.refund.core.PartState.Refused;
import dev.paylater.refund.core.PartState.Requested;
import dev.paylater.refund.core.PartState.Unknown;
import dev.paylater.refund.core.RefundCommand.RecordProviderResult;
import dev.paylater.refund.core.RefundEvent.AccountRefused;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRetried;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides what follows from a provider's result for a part. A refund that the provider does not
 * know fails only when no request for it could be under way any more when it was asked.
 */
final class ResultDecider {

    private static final ProviderError PROVIDER_UNAVAILABLE =
            ProviderError.of(
                    UnifiedError.PROVIDER_UNAVAILABLE,
                    "The provider could not be reached and does not know the refund");

    private final Refund refund;
    private final Part part;
    private final RecordProviderResult reported;
    private final Instant now;

    private ResultDecider(Refund refund, Part part, RecordProviderResult reported, Instant now) {
        this.refund = refund;
        this.part = part;
        this.reported = reported;
        this.now = now;
    }

    static Decision<Refund, RefundEvent> decide(
            Refund refund, RecordProviderResult reported, Instant now) {
        return find(refund, reported)
                .map(part -> new ResultDecider(refund, part, reported, now).decide())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "Refund %s has no operation %s"
                                                .formatted(
                                                        refund.order().key(),
                                                        reported.operationId())));
    }

    /** By paylater's key, else by the provider's id: a webhook may carry only that. */
    private static Optional<Part> find(Refund refund, RecordProviderResult reported) {
        return refund.parts().stream()
                .filter(part -> part.operationId().equals(reported.operationId()))
                .findFirst()
                .or(
                        () ->
                                refund.parts().stream()
                                        .filter(part -> isNamedBy(reported.result().data(), part))
                                        .findFirst());
    }

    private static boolean isNamedBy(ProviderData data, Part part) {
        return data.operationReference() != null
                && data.operationReference().equals(part.connectorRefundId());
    }

    private Decision<Refund, RefundEvent> decide() {
        return switch (part.state()) {
            case Open open -> decide(open);
            case Refunded _ ->
                    reported.result().status() == Status.DECLINED
                            ? bounced()
                            : agreed(isApproved(reported.result()));
            case Refused _ ->
                    isApproved(reported.result())
                            ? approvedAfterAll()
                            : agreed(reported.result().status() == Status.DECLINED);
            case Planned _ -> new Decision.Unchanged<>();
        };
    }

    /**
     * A refusal of the request itself is what its second delivery meets, when the first has
     * refunded all there is: only who was asked, or says it by itself, tells of a refund that
     * bounced.
     */
    private Decision<Refund, RefundEvent> bounced() {
        return reported.inquired() && isLaterWord() ? declined() : contradicted(false);
    }

    private Decision<Refund, RefundEvent> approvedAfterAll() {
        var requested = part.allocation().amount();
        return isLaterWord() && reported.result().amountOr(requested) == requested
                ? approved(requested)
                : contradicted(true);
    }

    /** A provider may change its mind once: what it said before can arrive once more. */
    private boolean isLaterWord() {
        return !part.reversed() && wasAskedSince();
    }

    /** A notification has no time: it may be older than the result that is recorded. */
    private boolean wasAskedSince() {
        var asked = reported.requestedAt();
        return asked != null && !asked.isBefore(refund.updatedAt());
    }

    /** An inquiry from before the contradiction may have been answered before it, too. */
    private boolean wasAskedSinceContradiction() {
        var asked = reported.requestedAt();
        var known = part.contradiction();
        return asked != null && known != null && !asked.isBefore(known.since());
    }

    /** Asked for its last word after a contradiction, the provider says what is recorded. */
    private Decision<Refund, RefundEvent> agreed(boolean saysTheSame) {
        return saysTheSame && reported.inquired() && wasAskedSinceContradiction()
                ? one(new NothingNew(part.operationId()))
                : new Decision.Unchanged<>();
    }

    private Decision<Refund, RefundEvent> contradicted(boolean providerApproved) {
        var known = part.contradiction();
        if (known == null) {
            var next = RefundInquiries.afterContradiction(now, now).orElseThrow();
            return one(new RefundContradicted(part.operationId(), providerApproved, next));
        }
        return known.nextInquiryAt() != null && reported.inquired() && wasAskedSinceContradiction()
                ? one(new RefundContradicted(part.operationId(), providerApproved, null))
                : new Decision.Unchanged<>();
    }

    private static boolean isApproved(ProviderResult result) {
        return result.status() == Status.APPROVED || result.status() == Status.CAPTURED;
    }

    private Decision<Refund, RefundEvent> decide(Open open) {
        return switch (reported.result().status()) {
            case APPROVED, CAPTURED -> approved(open);
            case DECLINED -> declined();
            case PENDING, REQUIRES_ACTION -> pending(open);
            case IN_REVIEW -> review(open);
            case UNKNOWN -> unknown(open);
            case UNAUTHORIZED -> accountRefused(open);
            case NOT_FOUND -> notFound(open);
            case NOT_EXECUTED -> notExecuted(open);
        };
    }

    /**
     * With another amount it is not the answer to this request, as with a key that the provider
     * takes for another refund's: what came of the request is not known then.
     */
    private Decision<Refund, RefundEvent> approved(Open open) {
        var requested = part.allocation().amount();
        return reported.result().amountOr(requested) == requested
                ? approved(requested)
                : unknown(open);
    }

    private Decision<Refund, RefundEvent> approved(long amount) {
        return settled(new PartRefunded(part.operationId(), amount, reported.result().data()));
    }

    private Decision<Refund, RefundEvent> declined() {
        return settled(
                new PartRefused(
                        part.operationId(),
                        reported.result().requireDecline().error(),
                        reported.result().data()));
    }

    private Decision<Refund, RefundEvent> pending(Open open) {
        return switch (open) {
            case Requested _, NotCalled _, Unknown _ ->
                    news(
                            new RefundPending(
                                    part.operationId(),
                                    RefundInquiries.next(
                                            open.inquiry(), reported.result().inquireAfter(), now),
                                    reported.result().data()));
            case Pending _, InReview _ -> nothingNew(open);
        };
    }

    private Decision<Refund, RefundEvent> review(Open open) {
        return switch (open) {
            case Requested _, NotCalled _, Unknown _, Pending _ ->
                    news(
                            new RefundInReview(
                                    part.operationId(),
                                    nextInquiry(open),
                                    reported.result().data()));
            case InReview _ -> nothingNew(open);
        };
    }

    private Decision<Refund, RefundEvent> unknown(Open open) {
        return switch (open) {
            case Requested _, NotCalled _ ->
                    reported.inquired()
                            ? nothingNew(open)
                            : news(
                                    new OutcomeUnknown(
                                            part.operationId(),
                                            RefundInquiries.next(
                                                    open.inquiry(),
                                                    reported.result().inquireAfter(),
                                                    now)));
            case Unknown _, Pending _, InReview _ -> nothingNew(open);
        };
    }

    /** The account's fault: nothing is decided by it, and the provider is inquired later. */
    private Decision<Refund, RefundEvent> accountRefused(Open open) {
        return open.inquiry().accountRefused() && !open.inquiry().onDemand()
                ? new Decision.Unchanged<>()
                : news(
                        new AccountRefused(
                                part.operationId(), reported.result().reason(), nextInquiry(open)));
    }

    private Decision<Refund, RefundEvent> notFound(Open open) {
        var asked = reported.requestedAt() == null ? now : reported.requestedAt();
        var allRequestsAreOver = !asked.isBefore(open.inquiry().guard());
        return switch (open) {
            // The provider had it before: a retry might refund twice.
            case Pending _, InReview _ -> nothingNew(open);
            case Requested _, NotCalled _ ->
                    allRequestsAreOver ? retryOrGiveUp(open, true) : nothingNew(open);
            case Unknown _ -> retryOrGiveUp(open, allRequestsAreOver);
        };
    }

    private Decision<Refund, RefundEvent> retryOrGiveUp(Open open, boolean allRequestsAreOver) {
        var inquiry = open.inquiry();
        if (!inquiry.retried() || InquirySchedule.mayRetry(inquiry.requestedAt(), now)) {
            var notAfter = RefundInquiries.notAfter(now);
            return one(
                    new RefundRetried(
                            part.operationId(), notAfter, RefundInquiries.guard(notAfter)));
        }
        return allRequestsAreOver
                ? settled(
                        new PartRefused(
                                part.operationId(), PROVIDER_UNAVAILABLE, reported.result().data()))
                : nothingNew(open);
    }

    private Decision<Refund, RefundEvent> notExecuted(Open open) {
        if (reported.inquired()) {
            return open.inquiry().onDemand() ? nothingNew() : new Decision.Unchanged<>();
        }
        return switch (open) {
            case Requested _ ->
                    now.isBefore(open.inquiry().notAfter())
                            ? one(new ProviderNotCalled(part.operationId(), nextInquiry(open)))
                            : news(new OutcomeUnknown(part.operationId(), nextInquiry(open)));
            case NotCalled _, Unknown _, Pending _, InReview _ -> new Decision.Unchanged<>();
        };
    }

    private Instant nextInquiry(Open open) {
        return RefundInquiries.next(open.inquiry(), now);
    }

    private Decision<Refund, RefundEvent> nothingNew(Open open) {
        return open.inquiry().onDemand() || open.inquiry().accountRefused()
                ? nothingNew()
                : new Decision.Unchanged<>();
    }

    private Decision<Refund, RefundEvent> nothingNew() {
        return news(new NothingNew(part.operationId()));
    }

    private Decision<Refund, RefundEvent> settled(RefundEvent event) {
        return decision().add(event).proceed().end();
    }

    private Decision<Refund, RefundEvent> news(RefundEvent event) {
        return decision().add(event).answerCallers().end();
    }

    private Decision<Refund, RefundEvent> one(RefundEvent event) {
        return decision().add(event).end();
    }

    private RefundDecision decision() {
        return new RefundDecision(refund, now);
    }
}
