package dev.paylater.api.endpoint;

import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.merchant.WebhookEndpoint;
import dev.paylater.api.merchant.WebhookEndpoints;
import dev.paylater.api.merchant.WebhookEndpoints.Change;
import dev.paylater.schemas.WebhookVersion;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** The endpoints of a merchant. A secret is shown when it is made, and never again. */
@Controller
final class EndpointController {

    private final Form createForm;
    private final Form updateForm;
    private final WebhookEndpoints endpoints;
    private final ProfileReads profiles;

    EndpointController(Forms forms, WebhookEndpoints endpoints, ProfileReads profiles) {
        this.createForm = forms.of("WebhookEndpointRequest");
        this.updateForm = forms.of("WebhookEndpointUpdateRequest");
        this.endpoints = endpoints;
        this.profiles = profiles;
    }

    @PostMapping("/webhook_endpoints")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited
    Answer create(Call call) {
        var body = call.read(createForm);
        var profileId = body.path("profile_id").asString("");
        if (!profileId.isEmpty() && profiles.find(call.merchantId(), profileId).isEmpty()) {
            throw ApiException.of(
                    Problem.inconsistent("profile_id", "The merchant has no such profile"));
        }
        return changed(
                call,
                endpoints.create(call.merchantId(), call.newId(WebhookEndpoint.ID_PREFIX), body));
    }

    @GetMapping("/webhook_endpoints")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer list(Call call) {
        var found = endpoints.of(call.merchantId());
        return Answer.json(
                json ->
                        Items.writeWhole(
                                found,
                                WebhookEndpoint::endpointId,
                                (endpoint, out) -> write(endpoint, null, out),
                                json));
    }

    @GetMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer retrieve(Call call, @PathVariable String endpointId) {
        return show(endpoints.require(call.merchantId(), endpointId));
    }

    @PostMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited
    Answer update(Call call, @PathVariable String endpointId) {
        var body = call.read(updateForm);
        return changed(call, endpoints.update(call.merchantId(), endpointId, body));
    }

    @DeleteMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer delete(Call call, @PathVariable String endpointId) {
        var deleted = endpoints.delete(call.merchantId(), endpointId);
        call.changes(call.merchantId(), endpointId, Json.text(shown(deleted)), null);
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("id", endpointId);
                    json.writeBooleanProperty("deleted", true);
                    json.writeEndObject();
                });
    }

    @PostMapping("/webhook_endpoints/{endpointId}/rotate_secret")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited
    Answer rotateSecret(Call call, @PathVariable String endpointId) {
        var change = endpoints.rotate(call.merchantId(), endpointId);
        var after = shown(change.after()).put("secret", "replaced");
        return changed(call, change, after);
    }

    private static Answer changed(Call call, Change change) {
        return changed(call, change, shown(change.after()));
    }

    /** The audit log has the endpoint as it is shown, without its secret. */
    private static Answer changed(Call call, Change change, ObjectNode shown) {
        var before = change.before();
        var after = change.after();
        call.changes(
                after.merchantId(),
                after.endpointId(),
                before == null ? null : Json.text(shown(before)),
                Json.text(shown));
        return Answer.json(json -> write(after, change.secret(), json));
    }

    private static ObjectNode shown(WebhookEndpoint endpoint) {
        return (ObjectNode) Json.read(Json.write(json -> write(endpoint, null, json)));
    }

    private static Answer show(WebhookEndpoint endpoint) {
        return Answer.json(json -> write(endpoint, null, json));
    }

    private static void write(
            WebhookEndpoint endpoint, @Nullable String secret, JsonGenerator json) {
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
