package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs webhooks: the secret of the account {@code X} is {@code whsec_X}, at every provider. */
public final class Hmac {

    private static final String SHA_256 = "HmacSHA256";
    private static final String SHA_512 = "HmacSHA512";

    private Hmac() {}

    public static String secret(String account) {
        return "whsec_" + account;
    }

    /** HMAC-SHA256 of the text under the account's secret. */
    public static byte[] of(String account, String text) {
        return of(SHA_256, account, text);
    }

    /** HMAC-SHA512 of the text under the account's secret. */
    public static byte[] of512(String account, String text) {
        return of(SHA_512, account, text);
    }

    private static byte[] of(String algorithm, String account, String text) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(secret(account).getBytes(UTF_8), algorithm));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
