package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What docs/merchants/customer-return.md tells a shop to do, to the letter. */
final class ReturnVerification {

    private ReturnVerification() {}

    static boolean isAuthentic(Map<String, String> query, String hashKey, Instant now)
            throws GeneralSecurityException {
        var text =
                "payment_id=%s&status=%s&timestamp=%s"
                        .formatted(
                                query.get("payment_id"),
                                query.get("status"),
                                query.get("timestamp"));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(hashKey.getBytes(UTF_8), "HmacSHA256"));
        var expected = HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        var sent = query.getOrDefault("signature", "");
        return MessageDigest.isEqual(expected.getBytes(UTF_8), sent.getBytes(UTF_8))
                && Long.parseLong(query.get("timestamp")) >= now.getEpochSecond() - 300;
    }
}
