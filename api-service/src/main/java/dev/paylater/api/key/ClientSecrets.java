package dev.paylater.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import org.springframework.stereotype.Component;

/**
 * The secret of a payment that its customer's client shows together with a publishable key. It is
 * derived, not stored, so nothing that leaks from the store can be used as one.
 */
@Component
public final class ClientSecrets {

    private static final int CHARACTERS = 40;

    private final Pepper pepper;

    public ClientSecrets(Pepper pepper) {
        this.pepper = pepper;
    }

    public String of(String merchantId, String paymentId) {
        var hash = pepper.hash("client-secret", merchantId + "/" + paymentId);
        return paymentId + "_secret_" + hash.substring(0, CHARACTERS);
    }

    /** Takes the same time whatever the given text has in common with the right one. */
    public boolean matches(String merchantId, String paymentId, String given) {
        return MessageDigest.isEqual(
                of(merchantId, paymentId).getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
