package dev.paylater.refund.core;

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

    static Refusal duplicateRefund(String refundId) {
        return new Refusal("HE_01", "A refund " + refundId + " exists already", "refund_id");
    }
}
