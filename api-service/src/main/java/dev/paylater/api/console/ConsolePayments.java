package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What several pages say of a payment. */
public final class ConsolePayments {

    private ConsolePayments() {}

    /** The page of one payment. */
    public static String address(String merchantId, String paymentId) {
        return "/console/payments/%s/%s"
                .formatted(
                        URLEncoder.encode(merchantId, UTF_8), URLEncoder.encode(paymentId, UTF_8));
    }

    /** Which payment an act is about, of what the interface shows of it. */
    public static List<ActView.Fact> facts(JsonNode shown) {
        var merchantId = shown.path("merchant_id").asString("");
        var paymentId = shown.path("payment_id").asString("");
        return List.of(
                new ActView.Fact("Payment", paymentId, address(merchantId, paymentId)),
                new ActView.Fact("Merchant", merchantId, null),
                new ActView.Fact("Status", Words.status(shown.path("status").asString("")), null));
    }
}
