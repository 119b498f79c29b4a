package dev.paylater.api.admin;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.merchant.ProfileRepository;
import dev.paylater.api.merchant.ResponseHashKeys;
import dev.paylater.api.merchant.WebhookEndpoints;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Business profiles: routing rules, who may frame payment links, where customers return to and what
 * signs their return. Each merchant has a default.
 */
@Component
final class Profiles {

    static final String IS_DEFAULT = "is_default";
    static final String ROUTING = "routing";
    static final String DOMAINS = "allowed_domains";
    static final String WEBHOOK_URL = "webhook_url";
    static final String ACCEPT_PARTIAL_APPROVAL = "accept_partial_approval";
    static final String LINK_EXPIRES_IN = "payment_link_expires_in";
    static final String HASH_KEY = "payment_response_hash_key";

    private final ProfileRepository profiles;
    private final ProfileReads reads;
    private final ResponseHashKeys hashKeys;
    private final WebhookEndpoints endpoints;
    private final Clock clock;

    Profiles(
            ProfileRepository profiles,
            ProfileReads reads,
            ResponseHashKeys hashKeys,
            WebhookEndpoints endpoints,
            Clock clock) {
        this.profiles = profiles;
        this.reads = reads;
        this.hashKeys = hashKeys;
        this.endpoints = endpoints;
        this.clock = clock;
    }

    Profile create(String merchantId, String profileId, ObjectNode fields) {
        requireAddress(fields);
        var blank =
                new Profile(
                        profileId,
                        merchantId,
                        null,
                        null,
                        null,
                        hashKeys.create(merchantId, profileId),
                        null,
                        null,
                        null,
                        false,
                        clock.instant(),
                        null);
        var profile = merge(blank, fields);
        var created = StoredResources.insert(profileId, () -> profiles.insert(profile));
        putEndpoint(created, fields);
        if (created.defaultProfile()) {
            makeOnlyDefault(created);
        }
        reads.forget();
        return created;
    }

    Change<Profile> update(String merchantId, String profileId, ObjectNode fields) {
        requireAddress(fields);
        var updated = change(merchantId, profileId, profile -> merge(profile, fields));
        putEndpoint(updated.after(), fields);
        if (fields.path(IS_DEFAULT).booleanValue(false)) {
            makeOnlyDefault(updated.after());
        }
        reads.forget();
        return updated;
    }

    private void requireAddress(ObjectNode fields) {
        Form.normalizeAddress(fields, WEBHOOK_URL);
        if (fields.has(WEBHOOK_URL)) {
            endpoints.requireAddress(fields.get(WEBHOOK_URL).stringValue());
        }
    }

    private void putEndpoint(Profile profile, ObjectNode fields) {
        var url = profile.webhookUrl();
        if (url != null && fields.has(WEBHOOK_URL)) {
            endpoints.putOfProfile(profile.merchantId(), profile.profileId(), url);
        }
    }

    /** A null rule removes the one that is there. */
    Change<Profile> route(String merchantId, String profileId, @Nullable JsonNode routing) {
        var rule = routing == null ? null : Json.text(routing);
        var routed = change(merchantId, profileId, profile -> profile.routedBy(rule));
        reads.forget();
        return routed;
    }

    @Nullable String hashKey(Profile profile) {
        return hashKeys.open(profile);
    }

    List<Profile> of(String merchantId) {
        return profiles.findByMerchantIdOrderByProfileId(merchantId);
    }

    private Change<Profile> change(
            String merchantId, String profileId, UnaryOperator<Profile> change) {
        return StoredResources.changed(
                () -> require(merchantId, profileId), change, profiles::save);
    }

    Profile require(String merchantId, String profileId) {
        return profiles.findByProfileIdAndMerchantId(profileId, merchantId)
                .orElseThrow(() -> ApiException.notFound("profile"));
    }

    /** The new one is written before the old one changes: there may be two, but never none. */
    private void makeOnlyDefault(Profile chosen) {
        for (var other : of(chosen.merchantId())) {
            if (other.defaultProfile() && !other.profileId().equals(chosen.profileId())) {
                change(other.merchantId(), other.profileId(), Profile::withoutDefault);
            }
        }
    }

    private Profile merge(Profile profile, ObjectNode fields) {
        var name = fields.path("name");
        var routing = fields.get(ROUTING);
        var domains = fields.path(DOMAINS);
        var hashKey = fields.path(HASH_KEY);
        var webhookUrl = fields.path(WEBHOOK_URL);
        var partial = fields.path(ACCEPT_PARTIAL_APPROVAL);
        var linkExpiresIn = fields.path(LINK_EXPIRES_IN);
        return new Profile(
                profile.profileId(),
                profile.merchantId(),
                name.isString() ? name.stringValue() : profile.name(),
                routing == null ? profile.routing() : Json.text(routing),
                domains.isArray()
                        ? domains.valueStream().map(JsonNode::stringValue).toList()
                        : profile.allowedDomains(),
                hashKey.isString()
                        ? hashKeys.seal(
                                profile.merchantId(), profile.profileId(), hashKey.stringValue())
                        : profile.paymentResponseHashKey(),
                webhookUrl.isString() ? webhookUrl.stringValue() : profile.webhookUrl(),
                partial.isBoolean()
                        ? Boolean.valueOf(partial.booleanValue())
                        : profile.acceptPartialApproval(),
                linkExpiresIn.canConvertToExactIntegral()
                        ? Long.valueOf(linkExpiresIn.longValue())
                        : profile.paymentLinkExpiresIn(),
                profile.defaultProfile() || fields.path(IS_DEFAULT).booleanValue(false),
                profile.createdAt(),
                profile.version());
    }
}
