package dev.paylater.api.merchant;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.WebhookEndpoint.Secret;
import dev.paylater.kit.mongo.OptimisticChange;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.security.WebhookSignature;
import dev.paylater.schemas.WebhookVersion;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The webhook endpoints of merchants and the secrets that their bodies are signed with. */
@Component
public final class WebhookEndpoints {

    private static final int MOST = 100;
    private static final Duration OVERLAP = Duration.ofHours(24);
    private static final List<String> EVERYTHING = List.of("*");

    private final WebhookEndpointRepository endpoints;
    private final WebhookAddresses addresses;
    private final EndpointSecrets secrets;
    private final Clock clock;

    WebhookEndpoints(
            WebhookEndpointRepository endpoints,
            WebhookAddresses addresses,
            EndpointSecrets secrets,
            Clock clock) {
        this.endpoints = endpoints;
        this.addresses = addresses;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * What became of an endpoint.
     *
     * @param before null of a new one
     * @param secret this once, when it is new; null where bodies are signed with a private key
     */
    public record Change(
            @Nullable WebhookEndpoint before, WebhookEndpoint after, @Nullable String secret) {}

    /** What a new secret is kept as, and what its merchant is shown of it. */
    private record Made(Secret kept, @Nullable String shown) {}

    /** A new endpoint. */
    public Change create(String merchantId, String id, ObjectNode fields) {
        if (endpoints.countByMerchantId(merchantId) >= MOST) {
            throw ApiException.of(
                    ErrorCode.IR_06, "A merchant has at most %s endpoints".formatted(MOST));
        }
        var made = make(merchantId, id, "v1a".equals(text(fields, "signature")));
        var endpoint =
                merge(blank(merchantId, id, text(fields, "profile_id"), made.kept()), fields);
        try {
            return new Change(null, endpoints.insert(endpoint), made.shown());
        } catch (DuplicateKeyException _) {
            throw ApiException.of(ErrorCode.HE_01, id + " exists already");
        }
    }

    /**
     * Refuses an address that is never called.
     *
     * @throws ApiException saying why
     */
    public void requireAddress(String url) {
        var _ = addresses.require(url);
    }

    /** The endpoint that a profile's webhook_url is, for all its events. */
    public void putOfProfile(String merchantId, String profileId, String url) {
        var id = WebhookEndpoint.ID_PREFIX + profileId;
        var fields = Json.emptyObject().put("url", url);
        if (endpoints.findByEndpointIdAndMerchantId(id, merchantId).isPresent()) {
            update(merchantId, id, fields);
        } else {
            create(merchantId, id, fields.put("profile_id", profileId));
        }
    }

    private Made make(String merchantId, String id, boolean keyPair) {
        var secret = keyPair ? secrets.createPrivate() : secrets.create();
        var sealed = secrets.seal(merchantId, id, secret);
        return keyPair
                ? new Made(new Secret(sealed, WebhookSignature.publicKey(secret), null), null)
                : new Made(new Secret(sealed, null, null), secret);
    }

    private WebhookEndpoint blank(
            String merchantId, String id, @Nullable String profileId, Secret secret) {
        return new WebhookEndpoint(
                id,
                merchantId,
                profileId,
                "",
                EVERYTHING,
                null,
                true,
                false,
                "full",
                WebhookVersion.CURRENT,
                null,
                List.of(secret),
                clock.instant(),
                null,
                null,
                null,
                null,
                null);
    }

    public Change update(String merchantId, String id, ObjectNode fields) {
        return change(merchantId, id, null, endpoint -> merge(endpoint, fields));
    }

    /** A new secret of the same kind; bodies are signed with the old one as well for a day. */
    public Change rotate(String merchantId, String id) {
        var made = make(merchantId, id, require(merchantId, id).isSignedByKeyPair());
        var overlapEnds = clock.instant().plus(OVERLAP);
        return change(
                merchantId,
                id,
                made.shown(),
                endpoint -> endpoint.signedWith(made.kept(), overlapEnds));
    }

    /** The endpoint that there was. */
    public WebhookEndpoint delete(String merchantId, String id) {
        var endpoint = require(merchantId, id);
        if (endpoints.deleteByEndpointIdAndMerchantId(id, merchantId) == 0) {
            throw ApiException.notFound("webhook endpoint");
        }
        return endpoint;
    }

    public WebhookEndpoint require(String merchantId, String id) {
        return endpoints
                .findByEndpointIdAndMerchantId(id, merchantId)
                .orElseThrow(() -> ApiException.notFound("webhook endpoint"));
    }

    public List<WebhookEndpoint> of(String merchantId) {
        return endpoints.findByMerchantIdOrderByCreatedAtDescEndpointIdDesc(merchantId);
    }

    private Change change(
            String merchantId,
            String id,
            @Nullable String secret,
            UnaryOperator<WebhookEndpoint> change) {
        return OptimisticChange.retried(
                () -> {
                    var before = require(merchantId, id);
                    return new Change(before, endpoints.save(change.apply(before)), secret);
                });
    }

    /** Whoever enables an endpoint again wants it called, however long it has failed. */
    private WebhookEndpoint merge(WebhookEndpoint endpoint, ObjectNode fields) {
        var enabled = fields.path("enabled").booleanValue(endpoint.enabled());
        var isEnabledAgain = enabled && !endpoint.enabled();
        var metadata = fields.get("metadata");
        var events = events(endpoint, fields.path("events"));
        var isOther = isEnabledAgain || !events.equals(endpoint.events());
        return new WebhookEndpoint(
                endpoint.endpointId(),
                endpoint.merchantId(),
                endpoint.profileId(),
                addresses.require(fields.path("url").asString(endpoint.url())),
                events,
                fields.has("description") ? text(fields, "description") : endpoint.description(),
                enabled,
                fields.path("ordered").booleanValue(endpoint.ordered()),
                fields.path("payload").asString(endpoint.payload()),
                fields.path("api_version").asString(WebhookVersion.of(endpoint.apiVersion())),
                metadata == null ? endpoint.metadata() : Json.text(metadata),
                endpoint.secrets(),
                endpoint.createdAt(),
                isOther ? clock.instant() : endpoint.subscribedAt(),
                isEnabledAgain ? null : endpoint.disabledReason(),
                isEnabledAgain ? null : endpoint.disabledAt(),
                isEnabledAgain ? null : endpoint.failingSince(),
                endpoint.version());
    }

    private List<String> events(WebhookEndpoint endpoint, JsonNode wanted) {
        return wanted.isArray()
                ? addresses.requireEvents(wanted.valueStream().map(JsonNode::stringValue).toList())
                : endpoint.events();
    }

    private static @Nullable String text(ObjectNode fields, String name) {
        var value = fields.path(name);
        return value.isString() ? value.stringValue() : null;
    }
}
