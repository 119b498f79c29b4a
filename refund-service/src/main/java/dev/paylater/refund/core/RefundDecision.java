package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one decision as they are found, and the refund after each of them. */
final class RefundDecision {

    private final Instant now;
    private final List<Decision.Change<Refund, RefundEvent>> changes = new ArrayList<>();
    private @Nullable Refund refund;

    RefundDecision(@Nullable Refund refund, Instant now) {
        this.refund = refund;
        this.now = now;
    }

    RefundDecision add(RefundEvent event) {
        refund = RefundEvolution.evolve(refund, event, now);
        changes.add(new Decision.Change<>(event, refund));
        return this;
    }

    /**
     * The next part is requested, or the refund has ended. Where an earlier part has bounced, the
     * one that is under way is waited for.
     */
    RefundDecision proceed() {
        var current = refund();
        if (current.openPart().isPresent()) {
            return this;
        }
        var refused = current.error();
        if (refused != null) {
            add(
                    current.refunded() > 0
                            ? new RefundEvent.RefundSucceeded(current.refunded())
                            : new RefundEvent.RefundFailed(refused));
            return answerCallers();
        }
        var next = current.nextPlanned();
        if (next.isEmpty()) {
            return add(new RefundEvent.RefundSucceeded(current.refunded())).answerCallers();
        }
        var notAfter = RefundInquiries.notAfter(now);
        return add(
                new RefundEvent.RefundRequested(
                        next.get().operationId(), notAfter, RefundInquiries.guard(notAfter)));
    }

    RefundDecision answerCallers() {
        var waiters = refund().waiters();
        return waiters.isEmpty() ? this : add(new RefundEvent.CallersAnswered(waiters));
    }

    Refund refund() {
        if (refund == null) {
            throw new IllegalStateException("Nothing has happened yet");
        }
        return refund;
    }

    Decision<Refund, RefundEvent> end() {
        return new Decision.Accepted<>(List.copyOf(changes), null);
    }
}
