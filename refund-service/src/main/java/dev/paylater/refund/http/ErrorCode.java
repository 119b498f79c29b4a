package dev.paylater.refund.http;

/** The codes that this service answers with; docs/errors explains them. */
enum ErrorCode {
    IR_01(401, "authentication"),
    IR_02(404, "invalid_request"),
    IR_03(405, "invalid_request"),
    IR_04(400, "invalid_request"),
    IR_05(422, "invalid_request"),
    IR_06(422, "invalid_request"),
    IR_16(400, "invalid_request"),
    HE_00(500, "api"),
    HE_02(404, "invalid_request");

    private final int status;
    private final String type;

    ErrorCode(int status, String type) {
        this.status = status;
        this.type = type;
    }

    /** The HTTP status that goes with the code unless a case has one of its own. */
    int status() {
        return status;
    }

    String type() {
        return type;
    }
}
