package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpRequest.BodyPublishers;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a provider sends to merchant_sandbox by itself, made by hand, so that it can be wrong.
 *
 * @param connector the address it goes to, with query
 */
public record ForgedNotification(String connector, Map<String, String> headers, String body) {

    /** The webhook secret of merchant_sandbox at every provider. */
    public static final String SECRET = "whsec_merchant_sandbox";

    /** Its key to the API, for providers that sign with that. */
    public static final String KEY = "sandbox_merchant_sandbox";

    private static final String OWNER = "merchant_sandbox";
    private static final MerchantClient ANYBODY = new MerchantClient("");

    /** As the sandbox signs it. */
    public static ForgedNotification sandbox(String body, String secret, Instant sent) {
        return new ForgedNotification(
                "sandbox", Map.of("Sandbox-Signature", stamped(body, secret, sent)), body);
    }

    /** As Riverty signs it: the time and the body. */
    public static ForgedNotification riverty(String body, String secret, Instant sent) {
        return new ForgedNotification(
                "riverty", Map.of("Riverty-Signature", stamped(body, secret, sent)), body);
    }

    /** As Svix signs for Two: with the key that the secret has in base64. */
    public static ForgedNotification two(String body, String secret, Instant sent) {
        var stamp = Long.toString(sent.getEpochSecond());
        var key = Base64.getUrlDecoder().decode(secret.substring("whsec_".length()));
        var code = hmac(key, "msg_1." + stamp + "." + body);
        return new ForgedNotification(
                "two",
                Map.of(
                        "svix-id",
                        "msg_1",
                        "svix-timestamp",
                        stamp,
                        "svix-signature",
                        "v1," + Base64.getEncoder().encodeToString(code)),
                body);
    }

    private static String stamped(String body, String secret, Instant sent) {
        var stamp = sent.getEpochSecond();
        return "t=" + stamp + ",v1=" + HexFormat.of().formatHex(hmac(secret, stamp + "." + body));
    }

    /** As Afterpay signs it: the address, the time, the body. */
    public static ForgedNotification afterpay(String body, String secret, Instant sent) {
        var stamp = Long.toString(sent.getEpochSecond());
        var signed = url(OWNER, "afterpay_clearpay") + "\n" + stamp + "\n" + body;
        return new ForgedNotification(
                "afterpay_clearpay",
                Map.of(
                        "X-Afterpay-Request-Date",
                        stamp,
                        "X-Afterpay-Request-Signature",
                        Base64.getEncoder().encodeToString(hmac(secret, signed))),
                body);
    }

    /** As Mondu signs it: the body and nothing else, so that nobody can tell its age. */
    public static ForgedNotification mondu(String body, String secret) {
        return new ForgedNotification(
                "mondu",
                Map.of("X-Mondu-Signature", HexFormat.of().formatHex(hmac(secret, body))),
                body);
    }

    /** As Sezzle signs it: the body, with the merchant's private key. */
    public static ForgedNotification sezzle(String body, String key) {
        return new ForgedNotification(
                "sezzle",
                Map.of("Sezzle-Signature", HexFormat.of().formatHex(hmac(key, body))),
                body);
    }

    /** As Scalapay signs it: version, time and body, with the merchant's API key. */
    public static ForgedNotification scalapay(String body, String key, Instant sent) {
        var stamp = Long.toString(sent.toEpochMilli());
        return new ForgedNotification(
                "scalapay",
                Map.of(
                        "x-scalapay-timestamp",
                        stamp,
                        "x-scalapay-hmac-v1",
                        HexFormat.of().formatHex(hmac(key, "V1:" + stamp + ":" + body))),
                body);
    }

    /** Klarna signs nothing; the address of each payment carries a proof that we made it. */
    public static ForgedNotification klarna(String body, String paymentId, String secret) {
        var proof = HexFormat.of().formatHex(hmac(secret, paymentId));
        return new ForgedNotification(
                "klarna?payment_id=" + paymentId + "&proof=" + proof, Map.of(), body);
    }

    /** Billie sends back a header that the merchant chose. */
    public static ForgedNotification billie(String body, String secret) {
        return new ForgedNotification("billie", Map.of("X-Webhook-Secret", secret), body);
    }

    /** The headers over the first half of the body. */
    public ForgedNotification truncated() {
        return new ForgedNotification(connector, headers, body.substring(0, body.length() / 2));
    }

    public int send() {
        return sendFor(OWNER);
    }

    /** Sends it to the address of this merchant's notifications. */
    int sendFor(String merchantId) {
        var request =
                ANYBODY.request(url(merchantId, connector))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return ANYBODY.send(request).status();
    }

    private static String url(String merchantId, String connector) {
        return MerchantClient.BASE + "/webhooks/" + merchantId + "/" + connector;
    }

    private static byte[] hmac(String secret, String text) {
        return hmac(secret.getBytes(UTF_8), text);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
