package dev.paylater.api.merchant;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * An address of a merchant that is told of events; webhook-service calls it.
 *
 * @param profileId whose events it gets; null: all profiles'
 * @param events words of {@code EventType}, with wildcards
 * @param payload full or thin
 * @param metadata JSON text
 * @param secrets the newest first
 * @param disabledReason why it was disabled, when that was not the merchant
 * @param failingSince set by webhook-service
 */
@Document("webhook_endpoints")
public record WebhookEndpoint(
        @Id String endpointId,
        String merchantId,
        @Nullable String profileId,
        String url,
        List<String> events,
        @Nullable String description,
        boolean enabled,
        boolean ordered,
        String payload,
        @Nullable String metadata,
        List<Secret> secrets,
        Instant createdAt,
        @Nullable String disabledReason,
        @Nullable Instant disabledAt,
        @Nullable Instant failingSince,
        @Version @Nullable Long version) {

    /**
     * What bodies are signed with.
     *
     * @param sealed under the endpoint
     * @param expiresAt null while it is the latest
     */
    public record Secret(String sealed, @Nullable Instant expiresAt) {}

    public WebhookEndpoint signedWith(List<Secret> others) {
        return new WebhookEndpoint(
                endpointId,
                merchantId,
                profileId,
                url,
                events,
                description,
                enabled,
                ordered,
                payload,
                metadata,
                others,
                createdAt,
                disabledReason,
                disabledAt,
                failingSince,
                version);
    }
}
