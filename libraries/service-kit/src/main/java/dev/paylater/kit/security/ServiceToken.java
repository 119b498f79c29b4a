package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signed, short-lived token with which one service calls another on behalf of a merchant:
 * {@code <merchant>.<expiry in epoch seconds>.<HMAC-SHA-256>}.
 */
public final class ServiceToken {

    /** The header it travels in. */
    public static final String HEADER = "x-service-token";

    private static final Duration LIFETIME = Duration.ofSeconds(60);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SecretKeySpec key;
    private final Clock clock;

    /**
     * Issues and checks tokens under one key.
     *
     * @param base64Key the secret that all services share, 32 bytes in Base64
     */
    public ServiceToken(String base64Key, Clock clock) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(base64Key), "HmacSHA256");
        this.clock = clock;
    }

    public String issue(String merchantId) {
        var claims =
                BASE64.encodeToString(merchantId.getBytes(UTF_8))
                        + "."
                        + clock.instant().plus(LIFETIME).getEpochSecond();
        return claims + "." + BASE64.encodeToString(sign(claims));
    }

    /** The merchant that the token was issued for, or empty when it is forged or too old. */
    public Optional<String> merchantOf(String token) {
        var dot = token.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        var claims = token.substring(0, dot);
        var signature = BASE64.encodeToString(sign(claims));
        if (!MessageDigest.isEqual(
                signature.getBytes(UTF_8), token.substring(dot + 1).getBytes(UTF_8))) {
            return Optional.empty();
        }
        var parts = claims.split("\\.", -1);
        var expiry = Instant.ofEpochSecond(Long.parseLong(parts[1]));
        return clock.instant().isAfter(expiry)
                ? Optional.empty()
                : Optional.of(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8));
    }

    private byte[] sign(String claims) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(claims.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has HmacSHA256", e);
        }
    }
}
