package dev.paylater.refund.core;

import dev.paylater.refund.core.PartState.InReview;
import dev.paylater.refund.core.PartState.NotCalled;
import dev.paylater.refund.core.PartState.Pending;
import dev.paylater.refund.core.PartState.Refunded;
import dev.paylater.refund.core.PartState.Refused;
import dev.paylater.refund.core.PartState.Requested;
import dev.paylater.refund.core.PartState.Unknown;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderAsked;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundDescribed;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRepeated;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
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
                                                    Inquiry.opened(
                                                            at, e.notAfter(), e.nextAskAt()))));
            case RefundRequestedAgain e ->
                    refund.changingPart(
                            e.operationId(),
                            part ->
                                    part.in(
                                            new Requested(
                                                    part.inquiry().withNextAskAt(e.nextAskAt()))));
            case RefundRepeated e ->
                    refund.changingPart(e.operationId(), part -> part.in(repeated(part, e)));
            case ProviderNotCalled e ->
                    refund.changingPart(
                            e.operationId(),
                            part -> part.in(new NotCalled(tried(part, e.nextAskAt()))));
            case OutcomeUnknown e ->
                    refund.changingPart(
                            e.operationId(),
                            part -> part.in(new Unknown(told(part, e.nextAskAt()))));
            case RefundPending e ->
                    announced(
                            learned(refund, e.operationId(), e.facts())
                                    .changingPart(
                                            e.operationId(),
                                            part ->
                                                    part.in(
                                                            new Pending(
                                                                    told(part, e.nextAskAt())))),
                            at);
            case RefundInReview e ->
                    announced(
                            learned(refund, e.operationId(), e.facts())
                                    .changingPart(
                                            e.operationId(),
                                            part ->
                                                    part.in(
                                                            new InReview(
                                                                    told(part, e.nextAskAt())))),
                            at);
            case PartRefunded e ->
                    learned(refund, e.operationId(), e.facts())
                            .changingPart(
                                    e.operationId(), part -> part.in(new Refunded(e.amount())))
                            .withUpdatedAt(at);
            case PartRefused e ->
                    learned(refund, e.operationId(), e.facts())
                            .changingPart(e.operationId(), part -> part.in(new Refused(e.error())))
                            .withUpdatedAt(at);
            case RefundSucceeded _, RefundFailed _ -> announced(refund, at);
            case ProviderAsked e -> asked(refund, e);
            case NothingNew e ->
                    refund.changingPart(
                            e.operationId(), part -> part.asking(i -> i.withOnDemand(false)));
            case CallersAnswered _ -> refund.withWaiters(List.of());
            case RefundContradicted _ -> refund;
            case RefundDescribed e -> described(refund, e).withUpdatedAt(at);
        };
    }

    private static PartState repeated(Part part, RefundRepeated event) {
        return new Requested(
                part.inquiry()
                        .withNotAfter(event.notAfter())
                        .withNextAskAt(event.nextAskAt())
                        .withAsks(0)
                        .withRepeated(true));
    }

    private static Inquiry tried(Part part, Instant nextAskAt) {
        var inquiry = part.inquiry();
        return inquiry.withNextAskAt(nextAskAt).withAsks(inquiry.asks() + 1);
    }

    private static Inquiry told(Part part, Instant nextAskAt) {
        return part.inquiry().withNextAskAt(nextAskAt).withOnDemand(false);
    }

    private static Refund asked(Refund refund, ProviderAsked event) {
        var asked =
                refund.changingPart(
                        event.operationId(),
                        part ->
                                part.asking(
                                        inquiry ->
                                                inquiry.withAsks(event.asks())
                                                        .withNextAskAt(event.nextAskAt())
                                                        .withOnDemand(
                                                                inquiry.onDemand()
                                                                        || event.onDemand())));
        if (event.waiter() == null) {
            return asked;
        }
        var waiters = new ArrayList<>(refund.waiters());
        waiters.add(event.waiter());
        return asked.withWaiters(List.copyOf(waiters));
    }

    private static Refund announced(Refund refund, Instant at) {
        return refund.withAnnounced(refund.announced() + 1).withUpdatedAt(at);
    }

    private static Refund learned(Refund refund, String operationId, ProviderFacts facts) {
        var named =
                refund.changingPart(operationId, part -> part.knownAs(facts.connectorRefundId()));
        if (facts.connectorState().isEmpty()) {
            return named;
        }
        var remembered = new HashMap<>(refund.connectorState());
        remembered.putAll(facts.connectorState());
        return named.withConnectorState(Map.copyOf(remembered));
    }

    private static Refund described(Refund refund, RefundDescribed event) {
        var described = refund.withReason(event.reason());
        if (event.metadata() == null) {
            return described;
        }
        var details = new HashMap<>(refund.details());
        details.put("metadata", event.metadata());
        return described.withDetails(Map.copyOf(details));
    }
}
