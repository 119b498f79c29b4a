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
import org.springframework.core.env.Environment;

/**
 * The signed, short-lived token with which one service calls another on behalf of a merchant:
 * {@code <merchant>.<expiry in epoch seconds>.<audience>.<HMAC-SHA-256>}. A service takes only what
 * is meant for it, so that a token that was seen at one of them opens no other.
 */
public final class ServiceToken {

    /** The header it travels in. */
    public static final String HEADER = "x-service-token";

    /** For the time in which instances run that issue tokens without an audience. */
    static final String WITHOUT_AUDIENCE = "paylater.service-tokens-without-audience";

    private static final int CLAIMS = 3;
    private static final Duration LIFETIME = Duration.ofSeconds(60);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyRing ring;
    private final Audience self;
    private final boolean takesWithoutAudience;
    private final Clock clock;

    /**
     * Issues tokens under the ring's first key and accepts those of all its keys.
     *
     * @param ring the secrets that all services share
     * @param self the service that accepts them
     */
    public ServiceToken(KeyRing ring, Audience self, Clock clock) {
        this(ring, self, false, clock);
    }

    ServiceToken(KeyRing ring, Audience self, boolean takesWithoutAudience, Clock clock) {
        this.ring = ring;
        this.self = self;
        this.takesWithoutAudience = takesWithoutAudience;
        this.clock = clock;
    }

    /** As this process is set. */
    public static ServiceToken in(Environment environment, Audience self, Clock clock) {
        return new ServiceToken(
                KeyRing.in(environment, "paylater.service-key"),
                self,
                environment.getProperty(WITHOUT_AUDIENCE, Boolean.class, false),
                clock);
    }

    /** A token for a call to this service. */
    public String issue(Audience audience, String merchantId) {
        var claims =
                String.join(
                        ".",
                        BASE64.encodeToString(merchantId.getBytes(UTF_8)),
                        Long.toString(clock.instant().plus(LIFETIME).getEpochSecond()),
                        audience.wireName());
        return claims + "." + sign(claims, ring.primary());
    }

    /**
     * The merchant that the token was issued for, or empty when it is forged, too old or for
     * another service.
     */
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
        if (!isForThisService(parts)) {
            return Optional.empty();
        }
        var expiry = Instant.ofEpochSecond(Long.parseLong(parts[1]));
        return clock.instant().isAfter(expiry)
                ? Optional.empty()
                : Optional.of(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8));
    }

    private boolean isForThisService(String[] claims) {
        return claims.length < CLAIMS ? takesWithoutAudience : claims[2].equals(self.wireName());
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
