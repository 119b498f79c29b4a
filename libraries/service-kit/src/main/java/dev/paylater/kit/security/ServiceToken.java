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

/**
 * The signed, short-lived token with which one service calls another on behalf of a merchant:
 * {@code <merchant>.<expiry in epoch seconds>.<HMAC-SHA-256>}.
 */
public final class ServiceToken {

    /** The header it travels in. */
    public static final String HEADER = "x-service-token";

    private static final Duration LIFETIME = Duration.ofSeconds(60);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyRing ring;
    private final Clock clock;

    /**
     * Issues tokens under the ring's first key and accepts those of all its keys.
     *
     * @param ring the secrets that all services share
     */
    public ServiceToken(KeyRing ring, Clock clock) {
        this.ring = ring;
        this.clock = clock;
    }

    public String issue(String merchantId) {
        var claims =
                BASE64.encodeToString(merchantId.getBytes(UTF_8))
                        + "."
                        + clock.instant().plus(LIFETIME).getEpochSecond();
        return claims + "." + sign(claims, ring.primary());
    }

    /** The merchant that the token was issued for, or empty when it is forged or too old. */
    public Optional<String> merchantOf(String token) {
        var dot = token.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        var claims = token.substring(0, dot);
        var signature = token.substring(dot + 1).getBytes(UTF_8);
        if (ring.keys().stream()
                .noneMatch(
                        key ->
                                MessageDigest.isEqual(
                                        sign(claims, key).getBytes(UTF_8), signature))) {
            return Optional.empty();
        }
        var parts = claims.split("\\.", -1);
        var expiry = Instant.ofEpochSecond(Long.parseLong(parts[1]));
        return clock.instant().isAfter(expiry)
                ? Optional.empty()
                : Optional.of(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8));
    }

    private static String sign(String claims, KeyRing.Key key) {
        try {
            var mac = Mac.getInstance(key.secret().getAlgorithm());
            mac.init(key.secret());
            return BASE64.encodeToString(mac.doFinal(claims.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has HmacSHA256", e);
        }
    }
}
