package dev.paylater.api.document;

import org.jspecify.annotations.Nullable;

/** A part of a payment (an attempt, a capture ...), and the payment it is part of. */
public record PaymentItem(PaymentDocument payment, Fields fields) {

    Fields intent() {
        return payment.intent();
    }

    Fields error() {
        return fields.section("error");
    }

    /** What only an attempt at its stage knows. */
    Fields stage() {
        return PaymentDocument.stage(fields);
    }

    /** The status of an attempt. */
    String attemptStatus() {
        return payment.root().texts("attempt_statuses").get((int) fields.numberOr("number", 1) - 1);
    }

    /** Provider data of an attempt. */
    Fields data() {
        return fields.section("data");
    }

    Fields details() {
        return fields.section("details");
    }

    /** The attempt that the part belongs to. */
    Fields attempt() {
        return payment.attempt(fields.text("attempt_id"));
    }

    /** What the part says of itself, else what was intended for the payment. */
    @Nullable String ownOrIntended(String name) {
        var own = fields.text(name);
        return own == null ? intent().text(name) : own;
    }

    /** Why the provider did not take the merchant's response to a dispute. */
    Fields responseError() {
        return fields.section("response").section("error");
    }

    /** Where a dispute was raised. */
    @Nullable String connectorOfDispute() {
        var own = fields.text("connector");
        return own == null ? payment.latestAttempt().text("connector") : own;
    }
}
