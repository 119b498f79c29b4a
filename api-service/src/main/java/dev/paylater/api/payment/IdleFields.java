package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import tools.jackson.databind.node.ObjectNode;

/** Warns of fields that the interface has and that do nothing in this payment as it is. */
final class IdleFields {

    private static final String CAPTURE_ON = "capture_on";
    private static final String EXTERNAL_THREE_DS = "request_external_three_ds_authentication";
    private static final String LINK_CONFIG = "payment_link_config";
    private static final String SCHEDULED = "scheduled";
    private static final String THREE_DS = "three_ds";

    private IdleFields() {}

    /** By the fields that were sent and the payment that came of them. */
    static void warn(Call call, ObjectNode body, PaymentDocument payment) {
        if (body.has(CAPTURE_ON) && !payment.captureMethod().equals(SCHEDULED)) {
            warn(call, CAPTURE_ON, "capture_method is scheduled");
        }
        if (body.path(EXTERNAL_THREE_DS).booleanValue(false)
                && !THREE_DS.equals(payment.option("authentication_type"))) {
            warn(call, EXTERNAL_THREE_DS, "authentication_type is three_ds");
        }
        if (body.has(LINK_CONFIG) && !payment.hasLink()) {
            warn(call, LINK_CONFIG, "payment_link is true");
        }
    }

    private static void warn(Call call, String field, String condition) {
        call.warn(new Problem(field, ErrorCode.IR_37, field + " does nothing unless " + condition));
    }
}
