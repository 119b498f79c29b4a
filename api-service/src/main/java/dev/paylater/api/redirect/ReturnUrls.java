package dev.paylater.api.redirect;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.json.Json;
import java.util.Optional;

/**
 * Where a customer is sent in the end: only ever to the return_url that the merchant's server gave
 * with the payment, so nobody else can make this service a signpost.
 */
final class ReturnUrls {

    private ReturnUrls() {}

    static Optional<String> of(PaymentDocument payment) {
        return Optional.ofNullable(payment.term("return_url"))
                .map(text -> Json.read(text).asString())
                .map(url -> withOutcome(url, payment));
    }

    private static String withOutcome(String url, PaymentDocument payment) {
        var hash = url.indexOf('#');
        var base = hash < 0 ? url : url.substring(0, hash);
        var fragment = hash < 0 ? "" : url.substring(hash);
        return base
                + (base.indexOf('?') < 0 ? "?" : "&")
                + "payment_id="
                + payment.paymentId()
                + "&status="
                + payment.status()
                + fragment;
    }
}
