package dev.paylater.api.key;

import dev.paylater.api.settings.Addresses;
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
    private static final String LINK = "payment-link";
    private static final String TOKEN = "secure-link";
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
        return id(paymentId, pepper.hash(LINK, linkText(merchantId, paymentId)));
    }

    /** The payment that an id was given out for, at this merchant. */
    public Optional<String> paymentOf(String merchantId, String linkId) {
        if (linkId.length() != ID_CHARACTERS || !linkId.startsWith(PREFIX)) {
            return Optional.empty();
        }
        var paymentId = linkId.substring(PREFIX.length(), PREFIX.length() + PAYMENT_ID_CHARACTERS);
        var text = linkText(merchantId, paymentId);
        return pepper.matches(LINK, text, hash -> id(paymentId, hash), linkId)
                ? Optional.of(paymentId)
                : Optional.empty();
    }

    /** A page with no checks beyond the unguessable id. */
    public String openLink(String merchantId, String paymentId) {
        return publicUrl + "/pay/" + merchantId + "/" + id(merchantId, paymentId);
    }

    /** A page that also asks for a token, which ends with the session. */
    public String secureLink(String merchantId, String paymentId, Instant expiry) {
        var hash = pepper.hash(TOKEN, tokenText(merchantId, paymentId, expiry));
        return publicUrl
                + "/pay/secure/"
                + merchantId
                + "/"
                + id(merchantId, paymentId)
                + "?token="
                + token(expiry, hash);
    }

    public boolean isTokenOf(
            String merchantId, String paymentId, Instant expiry, @Nullable String given) {
        return given != null
                && pepper.matches(
                        TOKEN,
                        tokenText(merchantId, paymentId, expiry),
                        hash -> token(expiry, hash),
                        given);
    }

    private static String linkText(String merchantId, String paymentId) {
        return merchantId + "/" + paymentId;
    }

    private static String id(String paymentId, Pepper.Hash hash) {
        return PREFIX + paymentId + "_" + proof(hash);
    }

    private static String tokenText(String merchantId, String paymentId, Instant expiry) {
        return merchantId + "/" + paymentId + "/" + expiry.getEpochSecond();
    }

    private static String token(Instant expiry, Pepper.Hash hash) {
        return expiry.getEpochSecond() + "." + proof(hash);
    }

    private static String proof(Pepper.Hash hash) {
        return hash.hex().substring(0, PROOF_CHARACTERS);
    }
}
