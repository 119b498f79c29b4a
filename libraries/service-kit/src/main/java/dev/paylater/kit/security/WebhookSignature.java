package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.crypto.tink.subtle.Ed25519Sign;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of Standard Webhooks over id, time and body: HMAC-SHA256 with a secret that both
 * sides know ({@code whsec_}), or Ed25519 with a key pair ({@code whsk_} and {@code whpk_}).
 */
public final class WebhookSignature {

    static final String SHARED = "whsec_";
    private static final String PRIVATE = "whsk_";
    private static final String PUBLIC = "whpk_";
    private static final String HMAC = "HmacSHA256";

    /** An Ed25519 private key is its seed and, after that, the public key. */
    private static final int SEED_BYTES = 32;

    private WebhookSignature() {}

    /**
     * The value of webhook-signature.
     *
     * @param secrets with their prefix, the newest first; each gives a signature
     */
    public static String of(String id, Instant at, byte[] body, List<String> secrets) {
        var begin = (id + "." + at.getEpochSecond() + ".").getBytes(UTF_8);
        var signed = Arrays.copyOf(begin, begin.length + body.length);
        System.arraycopy(body, 0, signed, begin.length, body.length);
        return secrets.stream()
                .map(secret -> sign(signed, secret))
                .collect(Collectors.joining(" "));
    }

    private static String sign(byte[] signed, String secret) {
        try {
            if (secret.startsWith(PRIVATE)) {
                var seed = Arrays.copyOf(decode(secret, PRIVATE), SEED_BYTES);
                return "v1a," + encode(new Ed25519Sign(seed).sign(signed));
            }
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(decode(secret, SHARED), HMAC));
            return "v1," + encode(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The secret cannot be used for signing", e);
        }
    }

    static String newPrivateKey() {
        try {
            var pair = Ed25519Sign.KeyPair.newKeyPair();
            var bytes = Arrays.copyOf(pair.getPrivateKey(), 2 * SEED_BYTES);
            System.arraycopy(pair.getPublicKey(), 0, bytes, SEED_BYTES, SEED_BYTES);
            return PRIVATE + encode(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Tink makes Ed25519 keys", e);
        }
    }

    /** What a merchant verifies with: {@code whpk_} and Base64 of the 32 bytes. */
    public static String publicKey(String privateKey) {
        var bytes = decode(privateKey, PRIVATE);
        return PUBLIC + encode(Arrays.copyOfRange(bytes, SEED_BYTES, bytes.length));
    }

    private static byte[] decode(String secret, String prefix) {
        return Base64.getDecoder().decode(secret.substring(prefix.length()));
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
