package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command: events, or a refusal, or neither. Both together occur once: a
 * payment that is created with confirm=true and finds no connector stays, unconfirmed.
 *
 * @param after the payment after the events; null before the first one
 */
public record Decision(
        List<PaymentEvent> events, @Nullable Refusal refusal, @Nullable Payment after) {

    static Decision nothing() {
        return new Decision(List.of(), null, null);
    }

    public static Decision refused(Refusal refusal) {
        return new Decision(List.of(), refusal, null);
    }
}
