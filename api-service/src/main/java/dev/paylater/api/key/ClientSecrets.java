package dev.paylater.api.key;

import org.springframework.stereotype.Component;

/**
 * The secret of a payment that its customer's client shows together with a publishable key. It is
 * derived, not stored, so nothing that leaks from the store can be used as one.
 */
@Component
public final class ClientSecrets {

    private static final String PURPOSE = "client-secret";
    private static final int CHARACTERS = 40;

    private final Pepper pepper;

    public ClientSecrets(Pepper pepper) {
        this.pepper = pepper;
    }

    public String of(String merchantId, String paymentId) {
        return secret(paymentId, pepper.hash(PURPOSE, text(merchantId, paymentId)));
    }

    public boolean matches(String merchantId, String paymentId, String given) {
        return pepper.matches(
                PURPOSE, text(merchantId, paymentId), hash -> secret(paymentId, hash), given);
    }

    private static String text(String merchantId, String paymentId) {
        return merchantId + "/" + paymentId;
    }

    private static String secret(String paymentId, Pepper.Hash hash) {
        return paymentId + "_secret_" + hash.hex().substring(0, CHARACTERS);
    }
}
