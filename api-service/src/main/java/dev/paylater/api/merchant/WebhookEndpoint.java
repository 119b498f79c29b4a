package dev.paylater.api.merchant;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
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
 * @param apiVersion the shape of bodies, see {@code WebhookVersion}; null in endpoints of old
 * @param metadata JSON text
 * @param secrets the newest first
 * @param subscribedAt since when it is to be told what it is told now: reconciliations compare from
 *     then on; null: since it was created
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
        @Nullable String apiVersion,
        @Nullable String metadata,
        List<Secret> secrets,
        Instant createdAt,
        @Nullable Instant subscribedAt,
        @Nullable String disabledReason,
        @Nullable Instant disabledAt,
        @Nullable Instant failingSince,
        @Version @Nullable Long version) {

    public static final String ID_PREFIX = "we_";

    /**
     * What bodies are signed with.
     *
     * @param sealed under the endpoint
     * @param publicKey what they are verified with; null: with the secret itself
     * @param expiresAt null while it is the latest
     */
    public record Secret(String sealed, @Nullable String publicKey, @Nullable Instant expiresAt) {

        private Secret until(Instant end) {
            return new Secret(sealed, publicKey, end);
        }
    }

    /** Whether bodies are signed with a private key that nobody is shown. */
    public boolean isSignedByKeyPair() {
        return secrets.getFirst().publicKey() != null;
    }

    /** With a new secret; bodies are signed with the one before it, too, until this time. */
    WebhookEndpoint signedWith(Secret latest, Instant overlapEnds) {
        var before = secrets.stream().limit(1).map(secret -> secret.until(overlapEnds));
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
                apiVersion,
                metadata,
                Stream.concat(Stream.of(latest), before).toList(),
                createdAt,
                subscribedAt,
                disabledReason,
                disabledAt,
                failingSince,
                version);
    }
}
