package dev.paylater.webhook.http;

import org.jspecify.annotations.Nullable;

/** A request that ends in an error. It is an answer, not a fault, so it carries no stack trace. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final @Nullable String param;

    private Refused(int status, String code, String message, @Nullable String param) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.param = param;
    }

    static Refused withoutToken() {
        return new Refused(401, "IR_01", "A valid token of a service is needed", null);
    }

    static Refused nothingHere() {
        return new Refused(404, "IR_02", "Nothing is served at this path", null);
    }

    static Refused malformed(String param, String expectation) {
        return new Refused(422, "IR_05", param + " " + expectation, param);
    }

    /** Another merchant's looks exactly the same. */
    static Refused unknown(String resource) {
        return new Refused(404, "HE_02", "There is no such " + resource, null);
    }

    static Refused unavailable() {
        return new Refused(503, "HE_00", "The store does not answer", null);
    }

    static Refused fault() {
        return new Refused(500, "HE_00", "Something went wrong on our side", null);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    @Nullable String param() {
        return param;
    }
}
