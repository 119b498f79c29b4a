package dev.paylater.api.payment;

import dev.paylater.api.error.ApiException;
import java.util.regex.Pattern;

/** What a payment_id looks like. */
final class PaymentIds {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{30}");

    private PaymentIds() {}

    /** An id that no payment can have is answered like one that no payment has. */
    static String require(String paymentId) {
        if (!FORM.matcher(paymentId).matches()) {
            throw ApiException.notFound("payment");
        }
        return paymentId;
    }
}
