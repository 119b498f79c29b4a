package dev.paylater.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.settings.Addresses;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Addresses of payment links. Like client secrets they are derived, not stored: the id names the
 * payment and proves that it was given out, the secure link's token also says until when.
 */
@Component
public final class PaymentLinks {

    private static final String PREFIX = "plink_";
    private static final int PROOF_CHARACTERS = 32;
    private static final int PAYMENT_ID_CHARACTERS = 30;
    private static final int ID_CHARACTERS =
            PREFIX.length() + PAYMENT_ID_CHARACTERS + 1 + PROOF_CHARACTERS;

    private final Pepper pepper;
    private final String publicUrl;

    public PaymentLinks(Pepper pepper, Addresses addresses) {
        this.pepper = pepper;
        this.publicUrl = addresses.publicUrl();
    }

    public String id(String merchantId, String paymentId) {
        return PREFIX + paymentId + "_" + proof("payment-link", merchantId + "/" + paymentId);
    }

    /** The payment that an id was given out for, at this merchant. */
    public Optional<String> paymentOf(String merchantId, String linkId) {
        if (linkId.length() != ID_CHARACTERS || !linkId.startsWith(PREFIX)) {
            return Optional.empty();
        }
        var paymentId = linkId.substring(PREFIX.length(), PREFIX.length() + PAYMENT_ID_CHARACTERS);
        return matches(id(merchantId, paymentId), linkId)
                ? Optional.of(paymentId)
                : Optional.empty();
    }

    /** A page with no checks beyond the unguessable id. */
    public String openLink(String merchantId, String paymentId) {
        return publicUrl + "/pay/" + merchantId + "/" + id(merchantId, paymentId);
    }

    /** A page that also asks for a token, which ends with the session. */
    public String secureLink(String merchantId, String paymentId, Instant expiry) {
        return publicUrl
                + "/pay/secure/"
                + merchantId
                + "/"
                + id(merchantId, paymentId)
                + "?token="
                + token(merchantId, paymentId, expiry);
    }

    public boolean isTokenOf(
            String merchantId, String paymentId, Instant expiry, @Nullable String given) {
        return given != null && matches(token(merchantId, paymentId, expiry), given);
    }

    private String token(String merchantId, String paymentId, Instant expiry) {
        var until = Long.toString(expiry.getEpochSecond());
        return until + "." + proof("secure-link", merchantId + "/" + paymentId + "/" + until);
    }

    private String proof(String purpose, String text) {
        return pepper.hash(purpose, text).substring(0, PROOF_CHARACTERS);
    }

    private static boolean matches(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
