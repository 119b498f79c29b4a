package dev.paylater.refund.core;

import dev.paylater.kernel.Refusal;
import java.time.Instant;

/** What a command can be refused for, with one of the codes of docs/errors. */
public final class Refusals {

    private Refusals() {}

    static Refusal nothingUnderWay() {
        return new Refusal("IR_16", "Nothing is under way for the refund", null);
    }

    static Refusal mayStillBeCarriedOut(Instant until) {
        return new Refusal(
                "IR_16", "The request may still be carried out, until %s".formatted(until), null);
    }

    static Refusal tooMuch(long most) {
        return new Refusal("IR_06", "amount must be between 1 and " + most, "amount");
    }

    static Refusal otherAmount(long requested) {
        return new Refusal("IR_06", "amount must be " + requested, "amount");
    }

    static Refusal duplicateRefund(String refundId) {
        return new Refusal("HE_01", "A refund " + refundId + " exists already", "refund_id");
    }
}
