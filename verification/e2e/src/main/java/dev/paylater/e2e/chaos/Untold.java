package dev.paylater.e2e.chaos;

import dev.paylater.e2e.MerchantClient;

/**
 * A refund whose answer was lost at a provider that does not tell it from another one: a person has
 * to settle it.
 */
record Untold(
        MerchantClient merchant,
        String merchantId,
        String paymentId,
        String refundId,
        String provider) {

    @Override
    public String toString() {
        return "%s of %s at %s".formatted(refundId, paymentId, provider);
    }
}
