package dev.paylater.api.merchant;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.Field;

/**
 * A business profile.
 *
 * @param routing the routing rule as JSON text
 * @param allowedDomains who may frame its payment links, and where its customers may return to
 * @param paymentResponseHashKey signs what a customer brings back to the shop; sealed under the
 *     profile
 * @param webhookUrl told of all its events
 * @param acceptPartialApproval whether an approval of less than was asked for is taken, and not
 *     released and declined; null: no
 * @param paymentLinkExpiresIn seconds that payment links last which say nothing themselves
 * @param defaultProfile whether payments that name no profile belong to it
 */
@Document("profiles")
public record Profile(
        @Id String profileId,
        String merchantId,
        @Nullable String name,
        @Nullable String routing,
        @Nullable List<String> allowedDomains,
        @Nullable String paymentResponseHashKey,
        @Nullable String webhookUrl,
        @Nullable Boolean acceptPartialApproval,
        @Nullable Long paymentLinkExpiresIn,
        @Field("is_default") boolean defaultProfile,
        Instant createdAt,
        @Version @Nullable Long version) {

    /** A null rule removes the one that is there. */
    public Profile routedBy(@Nullable String rule) {
        return new Profile(
                profileId,
                merchantId,
                name,
                rule,
                allowedDomains,
                paymentResponseHashKey,
                webhookUrl,
                acceptPartialApproval,
                paymentLinkExpiresIn,
                defaultProfile,
                createdAt,
                version);
    }

    public Profile withoutDefault() {
        return new Profile(
                profileId,
                merchantId,
                name,
                routing,
                allowedDomains,
                paymentResponseHashKey,
                webhookUrl,
                acceptPartialApproval,
                paymentLinkExpiresIn,
                false,
                createdAt,
                version);
    }

    public List<String> domains() {
        return allowedDomains == null ? List.of() : allowedDomains;
    }
}
