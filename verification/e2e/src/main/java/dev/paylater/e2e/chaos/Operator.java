package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Provider;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * Who looks into the provider's portal when a refund stays pending because its answer was lost, and
 * settles it as they find it there.
 */
final class Operator {

    /** Before that a delivery of the request may still be carried out, and they are refused. */
    private static final Duration NOT_BEFORE = Duration.ofSeconds(100);

    private static final long PAUSE_MILLIS = 2_000;
    private static final int MOST_TRIES = 100;

    private final PatientMerchant merchant;
    private final String merchantId;
    private final String paymentId;
    private final String refundId;
    private final Instant needed = Instant.now().plus(NOT_BEFORE);

    Operator(PatientMerchant merchant, String merchantId, String paymentId, String refundId) {
        this.merchant = merchant;
        this.merchantId = merchantId;
        this.paymentId = paymentId;
        this.refundId = refundId;
    }

    boolean isNeeded() {
        return Instant.now().isAfter(needed);
    }

    /** Returns when the refund is no longer pending, by their word or by the provider's. */
    void settle() {
        for (var tries = 0; isPending() && tries < MOST_TRIES; tries++) {
            merchant.administer(
                    "/%s/refunds/%s/settle".formatted(merchantId, refundId),
                    """
                    {"result": "%s", "operator": "chaos", "reason": "seen in the provider's ledger"}
                    """
                            .formatted(isRefunded() ? "succeeded" : "failed"));
            PatientMerchant.sleep(PAUSE_MILLIS);
        }
    }

    private boolean isPending() {
        return merchant.await("/refunds/" + refundId, _ -> true).string("status").equals("pending");
    }

    private boolean isRefunded() {
        var ledger = merchant.open(Provider.ledgerAddress(paymentId)).json();
        for (JsonNode entry : ledger.path("entries")) {
            if (entry.path("operation").asString("").equals("refund")
                    && entry.path("idempotency_key").asString("").contains(refundId)) {
                return true;
            }
        }
        return false;
    }
}
