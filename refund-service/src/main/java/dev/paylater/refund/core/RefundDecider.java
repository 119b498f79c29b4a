package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Waiter;
import dev.paylater.refund.core.RefundCommand.DeadlinePassed;
import dev.paylater.refund.core.RefundCommand.DescribeRefund;
import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundCommand.RecordOutcome;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.ProviderAsked;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundDescribed;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
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
 * and each part of it, one after the other:
 * planned ──▶ requested ──▶ unknown ──▶ pending ──▶ review ──▶ refunded | refused
 *                ▲ │ ▲         │ (not found: requested once more)
 *       not called ┘ └─────────┘
 * </pre>
 */
public final class RefundDecider {

    private RefundDecider() {}

    /**
     * Decides.
     *
     * @param refund null when there is none under this key
     */
    public static Decision<RefundEvent, Refusal> decide(
            @Nullable Refund refund, RefundCommand command, RefundContext around, Instant now) {
        if (command instanceof ExecuteRefund execute) {
            return refund == null
                    ? create(execute, around, now)
                    : meetAgain(refund, execute.order());
        }
        if (refund == null) {
            if (command instanceof RecordOutcome outcome) {
                throw new IllegalArgumentException(
                        "There is no refund of operation " + outcome.operationId());
            }
            return new Decision.Unchanged<>();
        }
        return decide(refund, command, now);
    }

    private static Decision<RefundEvent, Refusal> decide(
            Refund refund, RefundCommand command, Instant now) {
        return switch (command) {
            case ExecuteRefund execute -> meetAgain(refund, execute.order());
            case SyncRefund sync -> sync(refund, sync, now);
            case DeadlinePassed deadline -> passDeadline(refund, deadline, now);
            case RecordOutcome outcome -> OutcomeDecider.decide(refund, outcome, now);
            case DescribeRefund words -> describe(refund, words, now);
        };
    }

    private static Decision<RefundEvent, Refusal> create(
            ExecuteRefund command, RefundContext around, Instant now) {
        var order = command.order();
        var allocations =
                around.refundsPerCapture()
                        ? RefundAllocation.overCaptures(order, around.otherRefunds())
                        : Optional.of(RefundAllocation.whole(order));
        var decision = new RefundDecision(null, now);
        decision.tell(
                new RefundCreated(
                        order,
                        allocations.orElseGet(() -> RefundAllocation.whole(order)),
                        command.waiter()));
        if (allocations.isEmpty()) {
            decision.tell(
                    new RefundEvent.PartRefused(
                            decision.refund().parts().getFirst().operationId(),
                            ConnectorError.NOT_ENOUGH_CAPTURED,
                            ProviderFacts.NONE));
        }
        decision.goOn();
        return (command.onAcceptance() ? decision.answerCallers() : decision).end();
    }

    private static Decision<RefundEvent, Refusal> meetAgain(Refund refund, RefundOrder order) {
        return refund.order().isSameReservationAs(order)
                ? new Decision.Unchanged<>()
                : new Decision.Refused<>(Refusal.duplicateRefund(order.refundId()));
    }

    private static Decision<RefundEvent, Refusal> sync(
            Refund refund, SyncRefund command, Instant now) {
        var open = refund.openPart();
        if (open.isPresent()) {
            return ask(refund, open.get(), true, command.waiter(), now);
        }
        var waiter = command.waiter();
        return waiter == null
                ? new Decision.Unchanged<>()
                : new RefundDecision(refund, now).tell(new CallersAnswered(List.of(waiter))).end();
    }

    private static Decision<RefundEvent, Refusal> passDeadline(
            Refund refund, DeadlinePassed command, Instant now) {
        var open = refund.openPart();
        if (open.isEmpty() || command.dueAt().isBefore(open.get().inquiry().nextAskAt())) {
            return new Decision.Unchanged<>();
        }
        var part = open.get();
        var inquiry = part.inquiry();
        if (part.state() instanceof PartState.NotCalled && now.isBefore(inquiry.notAfter())) {
            return new RefundDecision(refund, now)
                    .tell(new RefundRequestedAgain(part.operationId(), inquiry.guard()))
                    .end();
        }
        return ask(refund, part, false, null, now);
    }

    private static Decision<RefundEvent, Refusal> ask(
            Refund refund, Part part, boolean onDemand, @Nullable Waiter waiter, Instant now) {
        var inquiry = part.inquiry();
        var asks = inquiry.asks() + 1;
        return new RefundDecision(refund, now)
                .tell(
                        new ProviderAsked(
                                part.operationId(),
                                asks,
                                RefundInquiries.next(inquiry, now),
                                onDemand,
                                waiter))
                .end();
    }

    private static Decision<RefundEvent, Refusal> describe(
            Refund refund, DescribeRefund command, Instant now) {
        if (refund.carries(command)) {
            return new Decision.Unchanged<>();
        }
        var reason = command.reason() == null ? refund.reason() : command.reason();
        var metadata =
                command.metadata() == null ? refund.details().get("metadata") : command.metadata();
        return new RefundDecision(refund, now).tell(new RefundDescribed(reason, metadata)).end();
    }
}
