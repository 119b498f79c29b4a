package dev.paylater.orchestrator.payment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command: events, or a refusal, or neither. Both together occur once: a
 * payment that is created with confirm=true and finds no connector stays, unconfirmed.
 */
public record Decision(List<PaymentEvent> events, @Nullable Refusal refusal) {

    static Decision of(PaymentEvent... events) {
        return new Decision(List.of(events), null);
    }

    static Decision of(List<PaymentEvent> events) {
        return new Decision(List.copyOf(events), null);
    }

    static Decision nothing() {
        return new Decision(List.of(), null);
    }

    public static Decision refused(Refusal refusal) {
        return new Decision(List.of(), refusal);
    }
}
