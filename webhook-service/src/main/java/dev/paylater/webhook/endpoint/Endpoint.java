package dev.paylater.webhook.endpoint;

import dev.paylater.kit.outgoing.WebAddress;
import dev.paylater.schemas.EventType;
import dev.paylater.schemas.WebhookVersion;
import dev.paylater.webhook.event.EventFilter;
import dev.paylater.webhook.event.PublicEvent;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * An address of a merchant that is told of events; api-service writes it.
 *
 * @param profileId whose events it gets; null: all profiles'
 * @param events filters of which one has to match
 * @param ordered whether a payment's events come one after the other
 * @param thin whether bodies hold ids only
 * @param apiVersion the shape of its bodies, see {@code WebhookVersion}
 * @param secrets sealed, the newest first; the others are good for a while after a rotation
 * @param failingSince when the first of its latest failures in a row was
 */
public record Endpoint(
        String id,
        String merchantId,
        @Nullable String profileId,
        URI url,
        List<String> events,
        boolean enabled,
        boolean ordered,
        boolean thin,
        String apiVersion,
        List<Secret> secrets,
        Instant createdAt,
        @Nullable Instant failingSince)
        implements EventFilter {

    private static final URI NOWHERE = URI.create("about:invalid");

    /** An endpoint may be younger than this by the clock of another machine. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /**
     * A key that bodies are signed with.
     *
     * @param expiresAt null while it is the latest
     */
    public record Secret(String sealed, @Nullable Instant expiresAt) {

        public boolean isValidAt(Instant now) {
            return expiresAt == null || now.isBefore(expiresAt);
        }
    }

    static Endpoint of(Document document) {
        return new Endpoint(
                document.getString("_id"),
                document.getString("merchant_id"),
                document.getString("profile_id"),
                address(document.getString("url")),
                document.getList("events", String.class),
                document.getBoolean("enabled", false),
                document.getBoolean("ordered", false),
                "thin".equals(document.getString("payload")),
                WebhookVersion.of(document.getString("api_version")),
                document.getList("secrets", Document.class).stream()
                        .map(
                                secret ->
                                        new Secret(
                                                secret.getString("sealed"),
                                                instant(secret, "expires_at")))
                        .toList(),
                document.getDate("created_at").toInstant(),
                instant(document, "failing_since"));
    }

    /**
     * An endpoint that was stored before URLs were checked may have one that cannot be called: each
     * attempt fails and says so.
     */
    private static URI address(String text) {
        try {
            return WebAddress.of(text).uri();
        } catch (WebAddress.Unusable _) {
            return NOWHERE;
        }
    }

    private static @Nullable Instant instant(Document document, String field) {
        var date = document.getDate(field);
        return date == null ? null : date.toInstant();
    }

    /**
     * Something that is said of the endpoint itself.
     *
     * @param eventId the same for what is the same
     * @param details as JSON text
     */
    public PublicEvent event(String eventId, EventType type, Instant at, String details) {
        return new PublicEvent(
                eventId,
                type,
                merchantId,
                profileId == null ? "" : profileId,
                id,
                1,
                0,
                at,
                Map.of("endpoint_id", id),
                details);
    }

    @Override
    public boolean wants(EventType type, String ofMerchant, String ofProfile, Instant occurredAt) {
        return enabled
                && merchantId.equals(ofMerchant)
                && (profileId == null || profileId.equals(ofProfile))
                && occurredAt.isAfter(createdAt.minus(CLOCKS))
                && events.stream().anyMatch(type::isIn);
    }
}
