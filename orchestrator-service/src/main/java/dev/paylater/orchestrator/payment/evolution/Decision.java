package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.kernel.Decision.Change;
import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command: events, or a refusal, or neither. Both together occur once: a
 * payment that is created with confirm=true and finds no connector stays, unconfirmed.
 *
 * @param changes the events, each with the payment after it
 */
public record Decision(List<Change<Payment, PaymentEvent>> changes, @Nullable Refusal refusal) {

    public static Decision nothing() {
        return new Decision(List.of(), null);
    }

    public static Decision refused(Refusal refusal) {
        return new Decision(List.of(), refusal);
    }

    public List<PaymentEvent> events() {
        return changes.stream().map(Change::event).toList();
    }
}
