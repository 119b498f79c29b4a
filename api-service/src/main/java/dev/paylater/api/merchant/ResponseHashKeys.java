package dev.paylater.api.merchant;

import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The keys under which is signed what a customer brings back to a shop, one for each profile,
 * encrypted where they are stored.
 */
@Component
public final class ResponseHashKeys {

    private static final int RANDOM_BYTES = 32;

    private final Sealer sealer;
    private final SecureRandom random = new SecureRandom();

    ResponseHashKeys(Sealer sealer) {
        this.sealer = sealer;
    }

    /** A new key, as it is stored with the profile. */
    public String create(String merchantId, String profileId) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return seal(
                merchantId,
                profileId,
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** A chosen key, as it is stored with the profile. */
    public String seal(String merchantId, String profileId, String key) {
        return sealer.seal(key, place(merchantId, profileId));
    }

    /** The profile's key; nothing when it was made before there were any. */
    public @Nullable String open(Profile profile) {
        var stored = profile.paymentResponseHashKey();
        return stored == null
                ? null
                : sealer.open(stored, place(profile.merchantId(), profile.profileId()));
    }

    /** Where a key belongs. */
    public static SealedPlace place(String merchantId, String profileId) {
        return new SealedPlace(merchantId, profileId, "payment_response_hash_key");
    }
}
