package dev.paylater.api.key;

import dev.paylater.api.settings.ServiceUrls;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
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
    private static final String PURCHASE = "link-purchase";
    private static final int PROOF_CHARACTERS = 32;
    private static final int PAYMENT_ID_CHARACTERS = 30;
    private static final Pattern TOKEN_FORM =
            Pattern.compile("[0-9]{1,12}\\.[0-9a-f]{" + PROOF_CHARACTERS + "}");
    private static final Pattern PURCHASE_FORM =
            Pattern.compile("[0-9A-Z]{26}\\.[0-9a-f]{" + PROOF_CHARACTERS + "}");
    private static final int ID_CHARACTERS =
            PREFIX.length() + PAYMENT_ID_CHARACTERS + 1 + PROOF_CHARACTERS;

    private final Pepper pepper;
    private final String publicUrl;

    public PaymentLinks(Pepper pepper, ServiceUrls addresses) {
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

    /** A page that also asks for a token, which ends with the link. */
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

    /** Until when a token that was given out for this payment is good; empty: it never was. */
    public Optional<Instant> tokenEnd(String merchantId, String paymentId, @Nullable String given) {
        if (given == null || !TOKEN_FORM.matcher(given).matches()) {
            return Optional.empty();
        }
        var end = Instant.ofEpochSecond(Long.parseLong(given.substring(0, given.indexOf('.'))));
        return pepper.matches(
                        TOKEN,
                        tokenText(merchantId, paymentId, end),
                        hash -> token(end, hash),
                        given)
                ? Optional.of(end)
                : Optional.empty();
    }

    /**
     * Names what one shopper buys by a reusable link, so that sending its form twice buys once.
     *
     * @param purchase a ULID
     */
    public String purchaseToken(String merchantId, String paymentId, String purchase) {
        return purchaseToken(
                purchase, pepper.hash(PURCHASE, linkText(merchantId, paymentId) + "/" + purchase));
    }

    /** The purchase of a token that was given out on this link's page. */
    public Optional<String> purchaseOf(
            String merchantId, String paymentId, @Nullable String token) {
        if (token == null || !PURCHASE_FORM.matcher(token).matches()) {
            return Optional.empty();
        }
        var purchase = token.substring(0, token.indexOf('.'));
        var text = linkText(merchantId, paymentId) + "/" + purchase;
        return pepper.matches(PURCHASE, text, hash -> purchaseToken(purchase, hash), token)
                ? Optional.of(purchase)
                : Optional.empty();
    }

    private static String purchaseToken(String purchase, Pepper.Hash hash) {
        return purchase + "." + proof(hash);
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
