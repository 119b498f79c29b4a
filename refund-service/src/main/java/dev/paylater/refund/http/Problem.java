package dev.paylater.refund.http;

import org.jspecify.annotations.Nullable;

/** One thing that is wrong with a request. */
record Problem(@Nullable String param, ErrorCode code, String message) {

    static Problem missing(String param) {
        return new Problem(param, ErrorCode.IR_04, param + " is required");
    }

    static Problem malformed(String param, String expectation) {
        return new Problem(param, ErrorCode.IR_05, param + " " + expectation);
    }

    static Problem inconsistent(String param, String message) {
        return new Problem(param, ErrorCode.IR_06, message);
    }
}
