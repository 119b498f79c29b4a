package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderData;
import dev.paylater.refund.core.PartState.InReview;
import dev.paylater.refund.core.PartState.NotCalled;
import dev.paylater.refund.core.PartState.Pending;
import dev.paylater.refund.core.PartState.Refunded;
import dev.paylater.refund.core.PartState.Refused;
import dev.paylater.refund.core.PartState.Requested;
import dev.paylater.refund.core.PartState.Unknown;
import dev.paylater.refund.core.RefundEvent.AccountRefused;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
import dev.paylater.refund.core.RefundEvent.RefundRetried;
import dev.paylater.refund.core.RefundEvent.RefundSettled;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an event makes of a refund. */
public final class RefundEvolution {

    private RefundEvolution() {}

    /** The refund after an event that happened at that time. */
    public static Refund evolve(@Nullable Refund refund, RefundEvent event, Instant at) {
        if (event instanceof RefundCreated created) {
            if (refund != null) {
                throw new IllegalStateException(refund.order().key() + " was created already");
            }
            return create(created, at);
        }
        if (refund == null) {
            throw new IllegalStateException("Nothing can happen to a refund that is not there");
        }
        return change(refund, event, at);
    }

    private static Refund create(RefundCreated event, Instant at) {
        var order = event.order();
        return new Refund(
                order,
                order.reason(),
                order.details(),
                order.connectorState(),
                at,
                at,
                event.allocations().stream().map(Part::planned).toList(),
                event.waiter() == null ? List.of() : List.of(event.waiter()),
                1);
    }

    private static Refund change(Refund refund, RefundEvent event, Instant at) {
        return switch (event) {
            case RefundCreated _ -> throw new IllegalStateException("Handled before");
            case RefundRequested e ->
                    refund.changingPart(
                            e.operationId(),
                            part ->
                                    part.in(
                                            new Requested(
                                                    StatusInquiry.opened(
                                                            at, e.notAfter(), e.nextInquiryAt()))));
            case RefundRequestedAgain e ->
                    refund.changingPart(
                            e.operationId(),
                            part ->
                                    part.in(
                                            new Requested(
                                                    part.inquiry()
                                                            .withNextInquiryAt(
                                                                    e.nextInquiryAt()))));
            case RefundRetried e ->
                    refund.changingPart(e.operationId(), part -> part.in(retried(part, e)));
            case ProviderNotCalled e ->
                    refund.changingPart(
                            e.operationId(),
                            part ->
                                    part.in(
                                            new NotCalled(
                                                    part.inquiry()
                                                            .withNextInquiryAt(
                                                                    e.nextInquiryAt()))));
            case OutcomeUnknown e ->
                    refund.changingPart(
                            e.operationId(),
                            part -> part.in(new Unknown(answered(part, e.nextInquiryAt()))));
            case RefundPending e ->
                    announced(
                            learned(refund, e.operationId(), e.data())
                                    .changingPart(
                                            e.operationId(),
                                            part ->
                                                    part.in(
                                                            new Pending(
                                                                    answered(
                                                                            part,
                                                                            e.nextInquiryAt())))),
                            at);
            case RefundInReview e ->
                    announced(
                            learned(refund, e.operationId(), e.data())
                                    .changingPart(
                                            e.operationId(),
                                            part ->
                                                    part.in(
                                                            new InReview(
                                                                    answered(
                                                                            part,
                                                                            e.nextInquiryAt())))),
                            at);
            case PartRefunded e ->
                    learned(ended(refund), e.operationId(), e.data())
                            .changingPart(
                                    e.operationId(), part -> part.in(new Refunded(e.amount())))
                            .withUpdatedAt(at);
            case PartRefused e ->
                    learned(refund, e.operationId(), e.data())
                            .changingPart(e.operationId(), part -> part.in(new Refused(e.error())))
                            .withUpdatedAt(at);
            case RefundSucceeded _, RefundFailed _ -> announced(refund, at);
            case StatusInquired e -> inquired(refund, e);
            case AccountRefused e ->
                    refund.changingPart(
                            e.operationId(),
                            part -> part.inquiring(_ -> refusedAccount(part, e.nextInquiryAt())));
            case NothingNew e ->
                    refund.changingPart(
                            e.operationId(),
                            part ->
                                    part.isOpen()
                                            ? part.inquiring(
                                                    _ ->
                                                            answered(
                                                                    part,
                                                                    part.inquiry().nextInquiryAt()))
                                            : part.notContradicted());
            case RefundSettled e ->
                    waitedFor(
                            refund.changingPart(e.operationId(), Part::notContradicted),
                            e.waiter());
            case CallersAnswered _ -> refund.withWaiters(List.of());
            case RefundContradicted e ->
                    refund.changingPart(
                            e.operationId(),
                            part -> part.contradictedBy(contradiction(part, e, at)));
            case RefundUpdated e -> updated(refund, e).withUpdatedAt(at);
        };
    }

    private static Refund ended(Refund refund) {
        var error = refund.error();
        return error == null ? refund : refund.withoutPlanned(error);
    }

    private static PartState retried(Part part, RefundRetried event) {
        return new Requested(
                part.inquiry()
                        .withNotAfter(event.notAfter())
                        .withNextInquiryAt(event.nextInquiryAt())
                        .withInquiries(0)
                        .withRetried(true)
                        .withAccountRefused(false));
    }

    private static StatusInquiry answered(Part part, Instant nextInquiryAt) {
        return part.inquiry()
                .withNextInquiryAt(nextInquiryAt)
                .withOnDemand(false)
                .withAccountRefused(false);
    }

    private static StatusInquiry refusedAccount(Part part, Instant nextInquiryAt) {
        return answered(part, nextInquiryAt).withAccountRefused(true);
    }

    private static Contradiction contradiction(Part part, RefundContradicted event, Instant at) {
        var known = part.contradiction();
        return known == null
                ? new Contradiction(at, 1, event.nextInquiryAt())
                : new Contradiction(known.since(), known.inquiries(), event.nextInquiryAt());
    }

    private static Refund inquired(Refund refund, StatusInquired event) {
        return waitedFor(
                refund.changingPart(event.operationId(), part -> inquired(part, event)),
                event.waiter());
    }

    private static Part inquired(Part part, StatusInquired event) {
        var contradiction = part.contradiction();
        if (!part.isOpen() && contradiction != null) {
            return part.contradictedBy(
                    new Contradiction(
                            contradiction.since(), event.inquiries(), event.nextInquiryAt()));
        }
        return part.inquiring(
                inquiry ->
                        inquiry.withInquiries(event.inquiries())
                                .withNextInquiryAt(event.nextInquiryAt())
                                .withOnDemand(inquiry.onDemand() || event.onDemand()));
    }

    private static Refund waitedFor(Refund refund, @Nullable Waiter waiter) {
        if (waiter == null) {
            return refund;
        }
        var waiters = new ArrayList<>(refund.waiters());
        waiters.add(waiter);
        return refund.withWaiters(List.copyOf(waiters));
    }

    private static Refund announced(Refund refund, Instant at) {
        return refund.withAnnounced(refund.announced() + 1).withUpdatedAt(at);
    }

    private static Refund learned(Refund refund, String operationId, ProviderData data) {
        var named =
                refund.changingPart(operationId, part -> part.knownAs(data.operationReference()));
        if (data.state().isEmpty()) {
            return named;
        }
        var remembered = new HashMap<>(refund.connectorState());
        remembered.putAll(data.state());
        return named.withConnectorState(Map.copyOf(remembered));
    }

    private static Refund updated(Refund refund, RefundUpdated event) {
        var updated = refund.withReason(event.reason());
        if (event.metadata() == null) {
            return updated;
        }
        var details = new HashMap<>(refund.details());
        details.put("metadata", event.metadata());
        return updated.withDetails(Map.copyOf(details));
    }
}
