package dev.paylater.api.error;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a request.
 *
 * @param param the field, for example {@code billing.address.country} or {@code
 *     order_details[0].amount}
 */
public record Problem(@Nullable String param, ErrorCode code, String message) {

    public static Problem missing(String param) {
        return missing(param, param + " is required");
    }

    public static Problem missing(String param, String message) {
        return new Problem(param, ErrorCode.IR_04, message);
    }

    public static Problem malformed(String param, String expectation) {
        return new Problem(param, ErrorCode.IR_05, param + " " + expectation);
    }

    public static Problem inconsistent(String param, String message) {
        return new Problem(param, ErrorCode.IR_06, message);
    }
}
