package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs webhooks: the secret of the account {@code X} is {@code whsec_X}, at every provider. */
public final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    public static String secret(String account) {
        return "whsec_" + account;
    }

    /** HMAC-SHA256 of the text under the account's secret. */
    public static byte[] of(String account, String text) {
        return with(secret(account), text.getBytes(UTF_8));
    }

    /** HMAC-SHA256 under another key, at providers that sign with one that they have already. */
    public static byte[] with(String key, byte[] message) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
