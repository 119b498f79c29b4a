package dev.paylater.api.merchant;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The business profiles of merchants, remembered for a few seconds. */
@Component
public final class ProfileReads {

    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final int REMEMBERED_MERCHANTS = 10_000;

    private final LoadingCache<String, List<Profile>> known;

    ProfileReads(ProfileRepository profiles) {
        this.known =
                Caffeine.newBuilder()
                        .expireAfterWrite(REMEMBERED)
                        .maximumSize(REMEMBERED_MERCHANTS)
                        .build(profiles::findByMerchantIdOrderByProfileId);
    }

    /** The profile that was asked for, or the merchant's default one. */
    public String profileFor(String merchantId, @Nullable String wanted) {
        var own = known.get(merchantId);
        if (wanted != null) {
            return own.stream()
                    .map(Profile::profileId)
                    .filter(wanted::equals)
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    ApiException.of(
                                            Problem.inconsistent(
                                                    "profile_id",
                                                    "The merchant has no such profile")));
        }
        return own.stream()
                .filter(Profile::defaultProfile)
                .findFirst()
                .map(Profile::profileId)
                .orElseThrow(
                        () ->
                                ApiException.of(
                                        Problem.inconsistent(
                                                "profile_id",
                                                "The merchant has no default profile: name one")));
    }

    /** One of the merchant's profiles. */
    public Optional<Profile> find(String merchantId, @Nullable String profileId) {
        return known.get(merchantId).stream()
                .filter(profile -> profile.profileId().equals(profileId))
                .findFirst();
    }

    /** Who may frame the profile's payment links, and where its customers may be sent. */
    public AllowedDomains allowedDomains(String merchantId, @Nullable String profileId) {
        return new AllowedDomains(
                find(merchantId, profileId).map(Profile::domains).orElseGet(List::of));
    }

    /**
     * Refuses a return_url outside of the profile's domains.
     *
     * @throws ApiException when the customer must not be sent there
     */
    public void requireReturnUrl(
            String merchantId, @Nullable String profileId, @Nullable String returnUrl) {
        if (returnUrl != null && !allowedDomains(merchantId, profileId).contain(returnUrl)) {
            throw ApiException.of(
                    Problem.inconsistent(
                            "return_url", "return_url is not of the profile's allowed_domains"));
        }
    }

    /** Whether any profile of the merchant has a list of domains. */
    public boolean areBounded(String merchantId) {
        return known.get(merchantId).stream().anyMatch(profile -> !profile.domains().isEmpty());
    }

    /** This instance looks at the store again at once. */
    public void forget() {
        known.invalidateAll();
    }
}
