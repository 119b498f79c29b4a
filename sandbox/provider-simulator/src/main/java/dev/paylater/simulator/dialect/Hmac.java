package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.Webhook;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
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

    /** {@code t=<second>,v1=<hex>} over the second of this try and the body. */
    public static String stamped(Webhook webhook, long now) {
        var second = Long.toString(now / 1000);
        var code = of(webhook.account(), second + '.' + webhook.body());
        return "t=" + second + ",v1=" + HexFormat.of().formatHex(code);
    }

    /** HMAC-SHA256 of the text under the account's secret. */
    public static byte[] of(String account, String text) {
        return with(secret(account).getBytes(UTF_8), text.getBytes(UTF_8));
    }

    /** HMAC-SHA512 of the text under the account's secret. */
    public static byte[] of512(String account, String text) {
        return with(SHA_512, secret(account).getBytes(UTF_8), text.getBytes(UTF_8));
    }

    /** HMAC-SHA256 where what is behind the secret's prefix is a key in base64. */
    public static byte[] decoded(String account, String text) {
        return with(Base64.getUrlDecoder().decode(account), text.getBytes(UTF_8));
    }

    /** HMAC-SHA256 in hex, at providers that sign with the account's key to their API. */
    public static String ofKey(String account, String text) {
        return HexFormat.of()
                .formatHex(with(("sandbox_" + account).getBytes(UTF_8), text.getBytes(UTF_8)));
    }

    /** HMAC-SHA256 under another key, at providers that sign with one that they have already. */
    public static byte[] with(byte[] key, byte[] message) {
        return with(SHA_256, key, message);
    }

    private static byte[] with(String algorithm, byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
