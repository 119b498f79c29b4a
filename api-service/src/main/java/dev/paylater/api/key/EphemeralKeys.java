package dev.paylater.api.key;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keys with which a browser may see and use the payment methods that one customer has saved. The
 * merchant's server gets one when it creates a payment with a customer, and gives it to the browser
 * of whom it has recognized as that customer. They are derived, not stored: {@code epk_<end in
 * epoch seconds>_<proof>}.
 */
@Component
public final class EphemeralKeys {

    /** The request header that a browser sends one in, beside its publishable key. */
    public static final String HEADER = "ephemeral-key";

    private static final Duration LIFETIME = Duration.ofMinutes(15);
    private static final String PURPOSE = "ephemeral-key";
    private static final int PROOF_CHARACTERS = 40;
    private static final Pattern FORM = Pattern.compile("epk_(\\d{1,12})_[0-9a-f]{40}");

    private final Pepper pepper;

    public EphemeralKeys(Pepper pepper) {
        this.pepper = pepper;
    }

    public static Instant end(Instant created) {
        return created.plus(LIFETIME);
    }

    public String of(String merchantId, String customerId, Instant created) {
        var end = end(created).getEpochSecond();
        return key(end, pepper.hash(PURPOSE, text(merchantId, customerId, end)));
    }

    /** Whether it was made for this customer and has not ended. */
    public boolean isValid(
            String merchantId, String customerId, @Nullable String given, Instant now) {
        if (given == null) {
            return false;
        }
        var form = FORM.matcher(given);
        if (!form.matches()) {
            return false;
        }
        var end = Long.parseLong(form.group(1));
        return pepper.matches(
                        PURPOSE, text(merchantId, customerId, end), hash -> key(end, hash), given)
                && now.isBefore(Instant.ofEpochSecond(end));
    }

    private static String text(String merchantId, String customerId, long end) {
        return merchantId + "/" + end + "/" + customerId;
    }

    private static String key(long end, Pepper.Hash hash) {
        return "epk_" + end + "_" + hash.hex().substring(0, PROOF_CHARACTERS);
    }
}
