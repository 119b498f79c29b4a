package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/** Addresses of payments' pages. */
final class Payments {

    private Payments() {}

    /** The page of one payment. */
    static String address(String merchantId, String paymentId) {
        return "/console/payments/%s/%s"
                .formatted(
                        URLEncoder.encode(merchantId, UTF_8), URLEncoder.encode(paymentId, UTF_8));
    }
}
