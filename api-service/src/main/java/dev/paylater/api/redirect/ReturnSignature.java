package dev.paylater.api.redirect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows a shop that its customer brings back what this service said
 * (docs/merchants/customer-return.md).
 */
final class ReturnSignature {

    private static final String ALGORITHM = "HmacSHA256";

    private ReturnSignature() {}

    /**
     * Signs the parameters, which are in their canonical form as they stand in the address.
     *
     * @return 64 lower-case hexadecimal digits
     */
    static String of(String parameters, String key) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(parameters.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }
}
