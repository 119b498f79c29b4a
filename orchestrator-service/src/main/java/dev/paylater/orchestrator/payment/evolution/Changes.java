package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.kernel.Decision.Change;
import dev.paylater.kernel.InquirySchedule;
import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.AmountDifference;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.AmountDiffered;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of one decision as they are found, and the payment after each of them. */
public final class Changes {

    private final Instant now;
    private final List<Change<Payment, PaymentEvent>> made = new ArrayList<>();
    private @Nullable Payment payment;

    public Changes(@Nullable Payment payment, Instant now) {
        this.payment = payment;
        this.now = now;
    }

    public Changes add(PaymentEvent event) {
        payment = PaymentEvolution.evolve(payment, event, now);
        made.add(new Change<>(event, payment));
        return this;
    }

    /**
     * Records a difference, unless one of as much or more is recorded already: what the provider
     * approved at most can still be captured there.
     */
    public void addAmountDifference(String attemptId, String about, long asked, long answered) {
        var known = payment().attempt(attemptId).amountDiffering();
        if (known == null || answered > known.answered()) {
            add(new AmountDiffered(attemptId, new AmountDifference(about, asked, answered)));
        }
    }

    public Payment payment() {
        if (payment == null) {
            throw new IllegalStateException("Nothing has happened yet");
        }
        return payment;
    }

    public Instant now() {
        return now;
    }

    public Decision decision() {
        return new Decision(List.copyOf(made), null);
    }

    public Decision refused(Refusal refusal) {
        return new Decision(List.copyOf(made), refusal);
    }

    /** An operation numbered within its attempt, to be sent now. */
    public Operation numbered(Operation.Kind kind, Operation.Purpose purpose, long amount) {
        return numbered(kind, purpose, amount, payment().currentAttempt(), Map.of());
    }

    public Operation numbered(
            Operation.Kind kind,
            Operation.Purpose purpose,
            long amount,
            Attempt attempt,
            Map<String, String> details) {
        return operation(
                kind,
                purpose,
                amount,
                attempt.attemptId(),
                attempt.operationsStarted() + 1,
                details);
    }

    public Operation operation(
            Operation.Kind kind,
            Operation.Purpose purpose,
            long amount,
            String attemptId,
            int sequence,
            Map<String, String> details) {
        return new Operation(
                OperationIds.of(attemptId, kind, sequence),
                kind,
                attemptId,
                sequence,
                amount,
                purpose,
                now,
                InquirySchedule.requestOverAt(now),
                0,
                null,
                true,
                false,
                details);
    }
}
