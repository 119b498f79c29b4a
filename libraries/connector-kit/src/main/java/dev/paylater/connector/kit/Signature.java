package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks of webhook signatures that do not show an attacker how close they were. */
public final class Signature {

    /** How old a signed notification may be; what is older may be a replay. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private Signature() {}

    /** Whether {@code hex} is the HMAC of the concatenated parts, compared in constant time. */
    public static boolean matches(String algorithm, Secret secret, String hex, byte[]... parts) {
        return equal(hex(algorithm, secret, parts), hex);
    }

    /** Whether {@code base64} is the HMAC of the concatenated parts, compared in constant time. */
    public static boolean matchesBase64(
            String algorithm, Secret secret, String base64, byte[]... parts) {
        return equal(Base64.getEncoder().encodeToString(hmac(algorithm, secret, parts)), base64);
    }

    /** Whether {@code base64} is the HMAC under a key of bytes, compared in constant time. */
    public static boolean matchesBase64(
            String algorithm, byte[] key, String base64, byte[]... parts) {
        return equal(Base64.getEncoder().encodeToString(hmac(algorithm, key, parts)), base64);
    }

    /**
     * Whether {@code base64}, in the alphabet for URLs and without padding, is the HMAC, compared
     * in constant time.
     */
    public static boolean matchesBase64Url(
            String algorithm, Secret secret, String base64, byte[]... parts) {
        var encoder = Base64.getUrlEncoder().withoutPadding();
        return equal(encoder.encodeToString(hmac(algorithm, secret, parts)), base64);
    }

    /** The HMAC of the concatenated parts. */
    public static String hex(String algorithm, Secret secret, byte[]... parts) {
        return HexFormat.of().formatHex(hmac(algorithm, secret, parts));
    }

    /** Compares two texts in a time that does not depend on where they differ. */
    public static boolean equal(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
    }

    /** Whether a time stamp is close enough to now, on either side. */
    public static boolean isFresh(Instant stamped, Instant now) {
        return Duration.between(stamped, now).abs().compareTo(TOLERANCE) <= 0;
    }

    private static byte[] hmac(String algorithm, Secret secret, byte[]... parts) {
        return hmac(algorithm, secret.value().getBytes(UTF_8), parts);
    }

    private static byte[] hmac(String algorithm, byte[] key, byte[]... parts) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            for (var part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
