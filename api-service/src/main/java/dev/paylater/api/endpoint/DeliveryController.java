package dev.paylater.api.endpoint;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.WebhookEndpoints;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.store.Page;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** The delivery log, which webhook-service keeps. */
@Controller
final class DeliveryController {

    private static final List<String> STATUSES = List.of("pending", "delivered", "failed");

    private final Form resendForm;
    private final WebhookEndpoints endpoints;
    private final Upstream upstream;
    private final Addresses addresses;

    DeliveryController(
            Forms forms, WebhookEndpoints endpoints, Upstream upstream, Addresses addresses) {
        this.resendForm = forms.of("ResendFailedRequest");
        this.endpoints = endpoints;
        this.upstream = upstream;
        this.addresses = addresses;
    }

    @GetMapping("/webhook_deliveries")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer list(Call call) {
        Page.limit(call.query("limit"));
        var status = call.filter("status");
        if (status != null && !STATUSES.contains(status)) {
            throw ApiException.of(
                    Problem.malformed("status", "must be one of " + String.join(", ", STATUSES)));
        }
        return passOn(call, "GET");
    }

    @GetMapping("/webhook_deliveries/{deliveryId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer retrieve(Call call) {
        return passOn(call, "GET");
    }

    @PostMapping("/webhook_deliveries/{deliveryId}/resend")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer resend(Call call) {
        return passOn(call, "POST");
    }

    @PostMapping("/webhook_endpoints/{endpointId}/resend_failed")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer resendFailed(Call call, @PathVariable String endpointId) {
        call.read(resendForm);
        endpoints.require(call.merchantId(), endpointId);
        return passOn(call, "POST");
    }

    @PostMapping("/webhook_endpoints/{endpointId}/test")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer test(Call call, @PathVariable String endpointId) {
        endpoints.require(call.merchantId(), endpointId);
        return passOn(call, "POST");
    }

    private Answer passOn(Call call, String method) {
        return upstream.forMerchant(
                call, Peer.webhook(addresses), method, call.body(), UnaryOperator.identity());
    }
}
