package dev.paylater.refund.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a command is not carried out. A refusal changes nothing.
 *
 * @param code one of the codes of docs/errors
 * @param param the field that is to blame
 */
public record Refusal(String code, String message, @Nullable String param) {

    public static Refusal unknownRefund(String refundId) {
        return new Refusal("HE_02", "There is no refund " + refundId, "refund_id");
    }

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

    static Refusal duplicateRefund(String refundId) {
        return new Refusal("HE_01", "A refund " + refundId + " exists already", "refund_id");
    }
}
