package dev.paylater.api.endpoint;

import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.merchant.WebhookEndpoint;
import dev.paylater.api.merchant.WebhookEndpoints;
import dev.paylater.api.merchant.WebhookEndpoints.Change;
import dev.paylater.schemas.WebhookVersion;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes of a merchant's endpoints, with what the audit log keeps of them: the endpoint as it is
 * shown, without its secret, before and after.
 */
@Component
public final class EndpointChanges {

    private final WebhookEndpoints endpoints;
    private final ProfileReads profiles;

    EndpointChanges(WebhookEndpoints endpoints, ProfileReads profiles) {
        this.endpoints = endpoints;
        this.profiles = profiles;
    }

    /**
     * A new endpoint of the caller's.
     *
     * @param body a checked WebhookEndpointRequest
     */
    public Change create(Call call, ObjectNode body) {
        var profileId = body.path("profile_id").asString("");
        if (!profileId.isEmpty() && profiles.find(call.merchantId(), profileId).isEmpty()) {
            throw ApiException.of(
                    Problem.inconsistent("profile_id", "The merchant has no such profile"));
        }
        var change =
                endpoints.create(call.merchantId(), call.newId(WebhookEndpoint.ID_PREFIX), body);
        return noted(call, change, shown(change.after()));
    }

    /**
     * Another address, other events, or whether it is called at all.
     *
     * @param body a checked WebhookEndpointUpdateRequest
     */
    public Change update(Call call, String endpointId, ObjectNode body) {
        var change = endpoints.update(call.merchantId(), endpointId, body);
        return noted(call, change, shown(change.after()));
    }

    /**
     * A new secret.
     *
     * @param reason for the audit log; null: none was asked for
     */
    public Change rotate(Call call, String endpointId, @Nullable String reason) {
        var change = endpoints.rotate(call.merchantId(), endpointId);
        return noted(
                call, change, because(shown(change.after()).put("secret", "replaced"), reason));
    }

    private static Change noted(Call call, Change change, ObjectNode shown) {
        var before = change.before();
        var after = change.after();
        call.changes(
                after.merchantId(),
                after.endpointId(),
                before == null ? null : Json.text(shown(before)),
                Json.text(shown));
        return change;
    }

    private static ObjectNode because(ObjectNode act, @Nullable String reason) {
        return reason == null ? act : act.put("reason", reason);
    }

    /**
     * The endpoint is called no more.
     *
     * @param reason for the audit log; null: none was asked for
     */
    public void delete(Call call, String endpointId, @Nullable String reason) {
        var deleted = endpoints.delete(call.merchantId(), endpointId);
        call.changes(
                call.merchantId(),
                endpointId,
                Json.text(shown(deleted)),
                reason == null ? null : Json.text(because(Json.emptyObject(), reason)));
    }

    private static ObjectNode shown(WebhookEndpoint endpoint) {
        return (ObjectNode) Json.read(Json.write(json -> write(endpoint, null, json)));
    }

    static void write(WebhookEndpoint endpoint, @Nullable String secret, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", endpoint.endpointId());
        json.writeStringProperty("url", endpoint.url());
        json.writeArrayPropertyStart("events");
        endpoint.events().forEach(json::writeString);
        json.writeEndArray();
        json.writeName("description");
        Values.text(endpoint.description(), json);
        json.writeBooleanProperty("enabled", endpoint.enabled());
        json.writeBooleanProperty("ordered", endpoint.ordered());
        json.writeStringProperty("payload", endpoint.payload());
        json.writeStringProperty("api_version", WebhookVersion.of(endpoint.apiVersion()));
        json.writeStringProperty("signature", endpoint.isSignedByKeyPair() ? "v1a" : "v1");
        if (endpoint.isSignedByKeyPair()) {
            json.writeArrayPropertyStart("public_keys");
            endpoint.secrets().forEach(key -> json.writeString(key.publicKey()));
            json.writeEndArray();
        }
        json.writeName("profile_id");
        Values.text(endpoint.profileId(), json);
        json.writeName("metadata");
        Values.raw(endpoint.metadata(), json);
        json.writeName("disabled_reason");
        Values.text(endpoint.disabledReason(), json);
        json.writeName("disabled_at");
        Values.time(endpoint.disabledAt(), json);
        json.writeName("failing_since");
        Values.time(endpoint.failingSince(), json);
        json.writeName("created_at");
        Values.time(endpoint.createdAt(), json);
        if (secret != null) {
            json.writeStringProperty("secret", secret);
        }
        json.writeEndObject();
    }
}
