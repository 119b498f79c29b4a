package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
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
        return keyed(secret(account), text);
    }

    /** The same in hex, at providers that sign with the account's key to their API. */
    public static String ofKey(String account, String text) {
        return HexFormat.of().formatHex(keyed("sandbox_" + account, text));
    }

    private static byte[] keyed(String secret, String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
