package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.UnifiedError;
import dev.paylater.refund.core.RefundCommand.DeadlinePassed;
import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundCommand.RecordFoundRefund;
import dev.paylater.refund.core.RefundCommand.RecordProviderResult;
import dev.paylater.refund.core.RefundCommand.SettleRefund;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
import dev.paylater.refund.core.RefundEvent.RefundSettled;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows from a command.
 *
 * <pre>
 * (new) ──▶ pending ──▶ succeeded
 *              │ ╲       ▲
 *              │  ╲──▶ review
 *              ▼        ▼
 *            failed ◀───┘
 *
 * and once from succeeded to failed or back, when an inquiry says otherwise
 *
 * and each part of it, one after the other:
 * planned ──▶ requested ──▶ unknown ──▶ pending ──▶ review ──▶ refunded | refused
 *                ▲ │ ▲         │ (not found: requested once more)
 *       not called ┘ └─────────┘
 * </pre>
 */
public final class RefundDecider {

    private static final ProviderError NOT_ENOUGH_CAPTURED =
            ProviderError.of(
                    "not_enough_captured",
                    "The captures of the payment do not hold this amount any more",
                    UnifiedError.INVALID_DATA);

    private static final ProviderError SETTLED_BY_OPERATOR =
            ProviderError.of(
                    "settled_by_operator",
                    "An operator has found that the provider did not refund it",
                    UnifiedError.UNKNOWN);

    private RefundDecider() {}

    /**
     * Decides.
     *
     * @param refund null when there is none under this key
     */
    public static Decision<Refund, RefundEvent> decide(
            @Nullable Refund refund, RefundCommand command, RefundContext around, Instant now) {
        return refund == null ? begin(command, around, now) : decide(refund, command, now);
    }

    private static Decision<Refund, RefundEvent> begin(
            RefundCommand command, RefundContext around, Instant now) {
        return switch (command) {
            case ExecuteRefund execute -> create(execute, around, now);
            case RecordFoundRefund(var order) -> found(order, around, now);
            case RecordProviderResult reported ->
                    throw new IllegalArgumentException(
                            "There is no refund of operation " + reported.operationId());
            case SyncRefund _, DeadlinePassed _, SettleRefund _, UpdateRefund _ ->
                    new Decision.Unchanged<>();
        };
    }

    private static Decision<Refund, RefundEvent> decide(
            Refund refund, RefundCommand command, Instant now) {
        return switch (command) {
            case ExecuteRefund execute -> meetAgain(refund, execute.order());
            case RecordFoundRefund(var order) -> foundAgain(refund, order);
            case SyncRefund sync -> sync(refund, sync, now);
            case DeadlinePassed deadline -> passDeadline(refund, deadline, now);
            case RecordProviderResult reported -> ResultDecider.decide(refund, reported, now);
            case SettleRefund settle -> settle(refund, settle, now);
            case UpdateRefund update -> update(refund, update, now);
        };
    }

    private static Decision<Refund, RefundEvent> create(
            ExecuteRefund command, RefundContext around, Instant now) {
        var order = command.order();
        var allocations = allocations(order, around);
        var decision = new RefundDecision(null, now);
        decision.add(
                new RefundCreated(
                        order,
                        allocations.orElseGet(() -> RefundAllocation.whole(order)),
                        command.waiter()));
        if (allocations.isEmpty()) {
            decision.add(
                    new RefundEvent.PartRefused(
                            decision.refund().parts().getFirst().operationId(),
                            NOT_ENOUGH_CAPTURED,
                            ProviderData.NONE));
        }
        decision.proceed();
        return (command.onAcceptance() ? decision.answerCallers() : decision).end();
    }

    private static Optional<List<Allocation>> allocations(RefundOrder order, RefundContext around) {
        return around.refundsPerCapture()
                ? RefundAllocation.overCaptures(order, around.otherRefunds())
                : Optional.of(RefundAllocation.whole(order));
    }

    /** Which captures the provider took it from is not known: the oldest, as for any refund. */
    private static Decision<Refund, RefundEvent> found(
            RefundOrder order, RefundContext around, Instant now) {
        var allocations = allocations(order, around).orElseGet(() -> RefundAllocation.whole(order));
        var decision = new RefundDecision(null, now);
        decision.add(new RefundCreated(order, allocations, null));
        for (var allocation : allocations) {
            decision.add(
                    new PartRefunded(
                            allocation.operationId(), allocation.amount(), ProviderData.NONE));
        }
        return decision.proceed().end();
    }

    private static Decision<Refund, RefundEvent> foundAgain(Refund refund, RefundOrder order) {
        if (!refund.order().isSameReservationAs(order)) {
            // Nobody waits for an answer, and money was given back: nobody may drop it.
            throw new IllegalArgumentException(
                    "%s is the id of another refund".formatted(order.key()));
        }
        return new Decision.Unchanged<>();
    }

    private static Decision<Refund, RefundEvent> meetAgain(Refund refund, RefundOrder order) {
        return refund.order().isSameReservationAs(order)
                ? new Decision.Unchanged<>()
                : new Decision.Refused<>(Refusals.duplicateRefund(order.refundId()));
    }

    private static Decision<Refund, RefundEvent> sync(
            Refund refund, SyncRefund command, Instant now) {
        var open = refund.openPart();
        if (open.isPresent()) {
            return inquire(refund, open.get(), true, command.waiter(), now);
        }
        return answered(refund, command.waiter(), now);
    }

    /** Nothing changes; whoever waits is answered with the refund as it is. */
    private static Decision<Refund, RefundEvent> answered(
            Refund refund, @Nullable Waiter waiter, Instant now) {
        return waiter == null
                ? new Decision.Unchanged<>()
                : new RefundDecision(refund, now).add(new CallersAnswered(List.of(waiter))).end();
    }

    private static Decision<Refund, RefundEvent> passDeadline(
            Refund refund, DeadlinePassed command, Instant now) {
        var due = refund.due();
        if (due.isEmpty() || command.dueAt().isBefore(due.get())) {
            return new Decision.Unchanged<>();
        }
        var part = refund.duePart().orElseThrow();
        var contradiction = part.contradiction();
        if (!part.isOpen() && contradiction != null) {
            return inquireAgain(refund, part, contradiction, now);
        }
        var inquiry = part.inquiry();
        if (part.state() instanceof PartState.NotCalled && now.isBefore(inquiry.notAfter())) {
            return new RefundDecision(refund, now)
                    .add(new RefundRequestedAgain(part.operationId(), inquiry.guard()))
                    .end();
        }
        return inquire(refund, part, false, null, now);
    }

    /**
     * The inquiry about a contradiction or its answer was lost, or the answer did not settle it.
     */
    private static Decision<Refund, RefundEvent> inquireAgain(
            Refund refund, Part part, Contradiction contradiction, Instant now) {
        var event =
                RefundInquiries.afterContradiction(contradiction.since(), now)
                        .<RefundEvent>map(
                                next ->
                                        new StatusInquired(
                                                part.operationId(),
                                                contradiction.inquiries() + 1,
                                                next,
                                                false,
                                                null))
                        .orElseGet(
                                () ->
                                        new RefundContradicted(
                                                part.operationId(),
                                                part.state() instanceof PartState.Refused,
                                                null));
        return new RefundDecision(refund, now).add(event).end();
    }

    private static Decision<Refund, RefundEvent> inquire(
            Refund refund, Part part, boolean onDemand, @Nullable Waiter waiter, Instant now) {
        var inquiry = part.inquiry();
        return new RefundDecision(refund, now)
                .add(
                        new StatusInquired(
                                part.operationId(),
                                inquiry.inquiries() + 1,
                                RefundInquiries.next(inquiry, now),
                                onDemand,
                                waiter))
                .end();
    }

    /** Ends a part as the operator says, once no delivery of its request can act any more. */
    private static Decision<Refund, RefundEvent> settle(
            Refund refund, SettleRefund command, Instant now) {
        if (refund.openPart().isEmpty()) {
            return refund.contradictedPart()
                    .map(part -> settleContradiction(refund, part, command, now))
                    .orElseGet(() -> new Decision.Refused<>(Refusals.nothingUnderWay()));
        }
        var part = refund.openPart().get();
        var over = part.inquiry().guard();
        if (now.isBefore(over)) {
            return new Decision.Refused<>(Refusals.mayStillBeCarriedOut(over));
        }
        var requested = part.allocation().amount();
        var amount = command.amount() == null ? requested : command.amount();
        if (amount < 1 || amount > requested) {
            return new Decision.Refused<>(Refusals.tooMuch(requested));
        }
        return settled(refund, part, command, now)
                .add(outcome(part, command, amount))
                .proceed()
                .answerCallers()
                .end();
    }

    /** Where the provider says another end than is recorded, the operator says which it is. */
    private static Decision<Refund, RefundEvent> settleContradiction(
            Refund refund, Part part, SettleRefund command, Instant now) {
        var requested = part.allocation().amount();
        if (command.amount() != null && command.amount() != requested) {
            return new Decision.Refused<>(Refusals.otherAmount(requested));
        }
        var decision = settled(refund, part, command, now);
        if (command.succeeded() != part.state() instanceof PartState.Refunded) {
            decision.add(outcome(part, command, requested)).proceed();
        }
        return decision.answerCallers().end();
    }

    private static RefundDecision settled(
            Refund refund, Part part, SettleRefund command, Instant now) {
        return new RefundDecision(refund, now)
                .add(
                        new RefundSettled(
                                part.operationId(),
                                command.succeeded(),
                                command.operator(),
                                command.reason(),
                                command.waiter()));
    }

    private static RefundEvent outcome(Part part, SettleRefund command, long amount) {
        return command.succeeded()
                ? new PartRefunded(part.operationId(), amount, ProviderData.NONE)
                : new RefundEvent.PartRefused(
                        part.operationId(), SETTLED_BY_OPERATOR, ProviderData.NONE);
    }

    private static Decision<Refund, RefundEvent> update(
            Refund refund, UpdateRefund command, Instant now) {
        if (refund.carries(command)) {
            return answered(refund, command.waiter(), now);
        }
        var reason = command.reason() == null ? refund.reason() : command.reason();
        var metadata =
                command.metadata() == null ? refund.details().get("metadata") : command.metadata();
        var decision = new RefundDecision(refund, now).add(new RefundUpdated(reason, metadata));
        var waiter = command.waiter();
        return (waiter == null ? decision : decision.add(new CallersAnswered(List.of(waiter))))
                .end();
    }
}
