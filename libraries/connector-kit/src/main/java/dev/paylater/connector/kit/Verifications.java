package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Webhooks.Verification;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The ways in which providers prove that a notification is theirs. */
public final class Verifications {

    private static final String HMAC = "HmacSHA256";
    private static final Pattern STAMPED = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})");
    private static final Pattern STAMPED_512 = Pattern.compile("t=(\\d{1,12}),v0=([0-9a-f]{128})");
    private static final Base64.Decoder URL_DECODER = Base64.getUrlDecoder();
    private static final String STAMP = "{t}";
    private static final String BODY = "{body}";
    private static final String PAYMENT = "payment_id";
    private static final String PROOF = "proof";

    private Verifications() {}

    /** HMAC-SHA256 of the body in hex; no time is signed, only its id shows a replay. */
    public static Verification hmac(String header) {
        return (notification, _, secret, _) -> {
            var signature = notification.header(header);
            return proved(
                    signature != null
                            && Signature.matches(HMAC, secret, signature, notification.body()));
        };
    }

    /** {@code t=<seconds>,v1=<hex>} over {@code <seconds>.<body>}. */
    public static Verification stampedHmac(String header) {
        return stampedHmac(header, _ -> STAMP + '.' + BODY);
    }

    /** {@code t=<seconds>,v0=<hex>} over {@code <seconds>.<body>}, with HMAC-SHA512. */
    public static Verification stampedHmac512(String header) {
        return stamped(header, "HmacSHA512", STAMPED_512, _ -> STAMP + '.' + BODY);
    }

    /**
     * {@code t=<seconds>,v1=<hex>} over a text that depends on the account.
     *
     * @param signed a text in which <code>{t}</code> stands for the seconds and <code>{body}</code>
     *     for the body
     */
    public static Verification stampedHmac(String header, Function<Account, String> signed) {
        return stamped(header, HMAC, STAMPED, signed);
    }

    private static Verification stamped(
            String header, String algorithm, Pattern form, Function<Account, String> signed) {
        return (notification, account, secret, now) -> {
            var given = notification.header(header);
            var signature = form.matcher(given == null ? "" : given);
            if (!signature.matches()) {
                return Reason.FORGED;
            }
            var stamp = signature.group(1);
            var parts = signed.apply(account).replace(STAMP, stamp).split(Pattern.quote(BODY), -1);
            if (parts.length != 2) {
                throw new BadAccount("what is signed must have its " + BODY + " once");
            }
            var head = parts[0].getBytes(UTF_8);
            var tail = parts[1].getBytes(UTF_8);
            return Signature.matches(
                            algorithm, secret, signature.group(2), head, notification.body(), tail)
                    ? fresh(stamp, now)
                    : Reason.FORGED;
        };
    }

    /**
     * Svix (docs.svix.com): HMAC-SHA256 in base64 over the id, the time and the body, with a point
     * between them; the key is what the secret has in base64 behind its prefix. While secrets are
     * rotated there are several signatures.
     */
    public static Verification svix() {
        return (notification, _, secret, now) -> {
            var id = notification.header("svix-id");
            var stamp = notification.header("svix-timestamp");
            var signatures = notification.header("svix-signature");
            if (id == null || stamp == null || signatures == null) {
                return Reason.FORGED;
            }
            var key = key(secret);
            var head = (id + '.' + stamp + '.').getBytes(UTF_8);
            for (var signature : signatures.split(" ", -1)) {
                if (signature.startsWith("v1,")
                        && Signature.matchesBase64(
                                HMAC, key, signature.substring(3), head, notification.body())) {
                    return fresh(stamp, now);
                }
            }
            return Reason.FORGED;
        };
    }

    private static byte[] key(Secret secret) {
        try {
            // Of base64's two alphabets; Svix writes the first.
            var text = secret.value().replaceFirst("^whsec_", "").replace('+', '-');
            return URL_DECODER.decode(text.replace('/', '_'));
        } catch (IllegalArgumentException e) {
            throw new BadAccount("the webhook secret is no base64");
        }
    }

    /**
     * HMAC-SHA256 in base64, or in hex, over the address, the time and the body, a line each; the
     * time lies in a header of its own.
     *
     * @param hex whether the account's signatures are hexadecimal
     * @param url the address that is signed, where the account says another than was called
     */
    public static Verification addressedHmac(
            String signatureHeader,
            String timeHeader,
            Function<Account, Boolean> hex,
            Function<Account, @Nullable String> url) {
        return (notification, account, secret, now) -> {
            var signature = notification.header(signatureHeader);
            var stamp = notification.header(timeHeader);
            if (signature == null || stamp == null) {
                return Reason.FORGED;
            }
            var address = url.apply(account);
            var head =
                    ((address == null ? notification.url() : address) + "\n" + stamp + "\n")
                            .getBytes(UTF_8);
            var body = notification.body();
            var matches =
                    hex.apply(account)
                            ? Signature.matches(HMAC, secret, signature, head, body)
                            : Signature.matchesBase64(HMAC, secret, signature, head, body);
            return matches ? fresh(stamp, now) : Reason.FORGED;
        };
    }

    /**
     * HMAC-SHA256 in hex over {@code <version>:<millis>:<body>}; the time lies in a header of its
     * own.
     */
    public static Verification versionedHmac(
            String signatureHeader, String timeHeader, String version) {
        return (notification, _, secret, now) -> {
            var signature = notification.header(signatureHeader);
            var stamp = notification.header(timeHeader);
            if (signature == null || stamp == null) {
                return Reason.FORGED;
            }
            var head = (version + ':' + stamp + ':').getBytes(UTF_8);
            return Signature.matches(HMAC, secret, signature, head, notification.body())
                    ? fresh(Instant.ofEpochMilli(Long.parseLong(stamp)), now)
                    : Reason.FORGED;
        };
    }

    /**
     * A JSON web token (RFC 7519, HS256) as a bearer token or in a parameter. It does not cover the
     * body: whoever has seen one can send more until it expires, which is a reason to inquire only.
     */
    public static Verification jwt(String parameter) {
        return (notification, _, secret, now) -> {
            var bearer = notification.header("Authorization");
            var token =
                    bearer == null
                            ? notification.parameter(parameter)
                            : bearer.replaceFirst("^Bearer ", "");
            var parts = token == null ? new String[0] : token.split("\\.", -1);
            if (parts.length != 3
                    || !"HS256".equals(Json.text(decoded(parts[0]), "/alg"))
                    || !Signature.matchesBase64Url(
                            HMAC, secret, parts[2], (parts[0] + "." + parts[1]).getBytes(UTF_8))) {
                return Reason.FORGED;
            }
            // A token need not say when it expires.
            var expires = Json.text(decoded(parts[1]), "/exp");
            return expires != null
                            && Instant.ofEpochSecond(Long.parseLong(expires))
                                    .isBefore(now.minus(Signature.TOLERANCE))
                    ? Reason.STALE
                    : null;
        };
    }

    private static JsonNode decoded(String part) {
        try {
            return new HttpAnswer(200, Map.of(), new String(URL_DECODER.decode(part), UTF_8))
                    .json();
        } catch (IllegalArgumentException e) {
            throw new UnreadableAnswer("no token");
        }
    }

    /**
     * A header that was agreed on. Whoever has seen it can send more: its notifications are no
     * reason to believe, only to inquire.
     */
    public static Verification sharedHeader(Function<Account, String> name) {
        return (notification, account, secret, _) -> {
            var given = notification.header(name.apply(account));
            return proved(given != null && Signature.equal(secret.value(), given));
        };
    }

    /** An address of its own for each payment, see {@link #provenAddress}. */
    public static Verification provenAddress() {
        return (notification, _, secret, _) -> {
            var payment = notification.parameter(PAYMENT);
            var proof = notification.parameter(PROOF);
            return proved(
                    payment != null
                            && proof != null
                            && Signature.matches(HMAC, secret, proof, payment.getBytes(UTF_8)));
        };
    }

    /**
     * The address for a payment's notifications, with a proof that only we can make; none without a
     * webhook secret, since anybody could call it.
     */
    public static @Nullable String provenAddress(Context context) {
        var secret = context.account().webhookSecret();
        return secret == null
                ? null
                : "%s?%s=%s&%s=%s"
                        .formatted(
                                context.links().webhookUrl(),
                                PAYMENT,
                                context.paymentId(),
                                PROOF,
                                Signature.hex(HMAC, secret, context.paymentId().getBytes(UTF_8)));
    }

    /** The payment in a proven address. */
    public static String provenPayment(Notification notification) {
        return String.valueOf(notification.parameter(PAYMENT));
    }

    private static @Nullable Reason proved(boolean proof) {
        return proof ? null : Reason.FORGED;
    }

    private static @Nullable Reason fresh(String seconds, Instant now) {
        return fresh(Instant.ofEpochSecond(Long.parseLong(seconds)), now);
    }

    private static @Nullable Reason fresh(Instant sent, Instant now) {
        return Signature.isFresh(sent, now) ? null : Reason.STALE;
    }
}
