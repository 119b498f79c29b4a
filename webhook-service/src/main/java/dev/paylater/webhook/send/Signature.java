package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signature of Standard Webhooks: HMAC-SHA256 over id, time and body. */
final class Signature {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * The value of webhook-signature.
     *
     * @param secrets with their prefix, the newest first; each gives a signature
     */
    static String of(String id, Instant at, byte[] body, List<String> secrets) {
        return secrets.stream()
                .map(secret -> "v1," + sign(id, at, body, secret))
                .collect(Collectors.joining(" "));
    }

    private static String sign(String id, Instant at, byte[] body, String secret) {
        try {
            var key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + at.getEpochSecond() + ".").getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }
}
