package dev.paylater.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keyed hash behind API keys, client secrets and link tokens. Keys have so much entropy that
 * one HMAC is enough; a slow hash per request would cost most of the throughput.
 */
public final class Pepper {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_BYTES = 32;

    /**
     * Never used itself: a copy of it is ready sooner than a new one is found and given the key.
     */
    private final Mac keyed;

    /**
     * A pepper of this installation.
     *
     * @param base64Key at least 32 bytes in Base64
     */
    public Pepper(String base64Key) {
        var bytes = Base64.getDecoder().decode(base64Key);
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "PAYLATER_KEY_PEPPER must be at least 32 bytes in Base64, not " + bytes.length);
        }
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(bytes, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }

    /** Lower-case hex of the HMAC-SHA-256 of a text, kept apart from other uses by its purpose. */
    public String hash(String purpose, String text) {
        var mac = copy();
        mac.update(purpose.getBytes(UTF_8));
        mac.update((byte) 0);
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }

    private Mac copy() {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("The JVM's " + ALGORITHM + " can be copied", e);
        }
    }
}
