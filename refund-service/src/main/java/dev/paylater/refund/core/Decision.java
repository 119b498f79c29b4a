package dev.paylater.refund.core;

import java.util.List;

/** What follows from a command. */
public sealed interface Decision {

    /** Events, or none when the command says nothing new. */
    record Accepted(List<RefundEvent> events) implements Decision {}

    record Refused(Refusal refusal) implements Decision {}

    static Decision nothing() {
        return new Accepted(List.of());
    }

    static Decision refused(Refusal refusal) {
        return new Refused(refusal);
    }
}
