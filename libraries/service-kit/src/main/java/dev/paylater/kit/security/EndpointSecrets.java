package dev.paylater.kit.security;

import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.core.env.Environment;

/**
 * The secrets of merchants' webhook endpoints, sealed under a key of their own: who signs webhooks
 * needs no key that opens personal data.
 */
public final class EndpointSecrets {

    private static final String PROPERTY = "paylater.webhook-key";
    private static final int BYTES = 32;

    private final Sealer sealer;
    private final SecureRandom random = new SecureRandom();

    private EndpointSecrets(Sealer sealer) {
        this.sealer = sealer;
    }

    /** With the keys of paylater.webhook-key. */
    public static EndpointSecrets in(Environment environment) {
        return of(Sealer.in(environment, PROPERTY));
    }

    public static EndpointSecrets of(Sealer sealer) {
        return new EndpointSecrets(sealer);
    }

    /** A new one for HMAC-SHA256 ({@code v1}), which both sides know. */
    public String create() {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return WebhookSignature.SHARED + Base64.getEncoder().encodeToString(bytes);
    }

    /** A new one for Ed25519 ({@code v1a}), of which the merchant gets the public key only. */
    public String createPrivate() {
        return WebhookSignature.newPrivateKey();
    }

    public String seal(String merchantId, String endpointId, String secret) {
        return sealer.seal(secret, place(merchantId, endpointId));
    }

    public String open(String merchantId, String endpointId, String sealed) {
        return sealer.open(sealed, place(merchantId, endpointId));
    }

    public boolean haveOldKeys() {
        return sealer.hasOldKeys();
    }

    /**
     * The secret, sealed under the primary key; the text as it is when it is under that key
     * already.
     *
     * @throws IllegalArgumentException when it cannot be opened
     */
    public String resealed(String merchantId, String endpointId, String sealed) {
        return sealer.isUnderOldKey(sealed)
                ? seal(merchantId, endpointId, open(merchantId, endpointId, sealed))
                : sealed;
    }

    private static SealedPlace place(String merchantId, String endpointId) {
        return new SealedPlace(merchantId, endpointId, "secret");
    }
}
