package dev.paylater.api.endpoint;

import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.WebhookEndpoint;
import dev.paylater.api.merchant.WebhookEndpoints;
import dev.paylater.api.merchant.WebhookEndpoints.Change;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** The endpoints of a merchant. A secret is shown when it is made, and never again. */
@Controller
final class EndpointController {

    private final Form createForm;
    private final Form updateForm;
    private final WebhookEndpoints endpoints;
    private final EndpointChanges changes;

    EndpointController(Forms forms, WebhookEndpoints endpoints, EndpointChanges changes) {
        this.createForm = forms.of("WebhookEndpointRequest");
        this.updateForm = forms.of("WebhookEndpointUpdateRequest");
        this.endpoints = endpoints;
        this.changes = changes;
    }

    @PostMapping("/webhook_endpoints")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited
    Answer create(Call call) {
        return show(changes.create(call, call.read(createForm)));
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
                                (endpoint, out) -> EndpointChanges.write(endpoint, null, out),
                                json));
    }

    @GetMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer retrieve(Call call, @PathVariable String endpointId) {
        var endpoint = endpoints.require(call.merchantId(), endpointId);
        return Answer.json(json -> EndpointChanges.write(endpoint, null, json));
    }

    @PostMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited
    Answer update(Call call, @PathVariable String endpointId) {
        return show(changes.update(call, endpointId, call.read(updateForm)));
    }

    @DeleteMapping("/webhook_endpoints/{endpointId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer delete(Call call, @PathVariable String endpointId) {
        changes.delete(call, endpointId, null);
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
        return show(changes.rotate(call, endpointId, null));
    }

    private static Answer show(Change change) {
        return Answer.json(json -> EndpointChanges.write(change.after(), change.secret(), json));
    }
}
