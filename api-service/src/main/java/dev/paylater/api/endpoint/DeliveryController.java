package dev.paylater.api.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.delivery.DeliveryFilter;
import dev.paylater.api.delivery.DeliveryLog;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.CalendarTime;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** The delivery log of a merchant. */
@Controller
final class DeliveryController {

    private static final List<String> STATUSES = List.of("pending", "delivered", "failed");

    private final Form resendForm;
    private final DeliveryLog deliveries;

    DeliveryController(Forms forms, DeliveryLog deliveries) {
        this.resendForm = forms.of("ResendFailedRequest");
        this.deliveries = deliveries;
    }

    @GetMapping("/webhook_deliveries")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer list(Call call) {
        var limit = Page.limit(call.query("limit"));
        var status = call.filter("status");
        if (status != null && !STATUSES.contains(status)) {
            throw ApiException.of(
                    Problem.malformed("status", "must be one of " + String.join(", ", STATUSES)));
        }
        var page =
                deliveries.list(
                        new DeliveryFilter(
                                call.merchantId(),
                                call.filter("endpoint_id"),
                                call.filter("payment_id"),
                                status),
                        call.query("starting_after"),
                        limit);
        var json = Json.emptyObject();
        json.putArray("data").addAll(page.deliveries());
        return answer(json.put("has_more", page.hasMore()));
    }

    @GetMapping("/webhook_deliveries/{deliveryId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer retrieve(Call call, @PathVariable String deliveryId) {
        return answer(deliveries.require(call.merchantId(), deliveryId));
    }

    @PostMapping("/webhook_deliveries/{deliveryId}/resend")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer resend(Call call, @PathVariable String deliveryId) {
        return answer(deliveries.resend(call.merchantId(), deliveryId));
    }

    @PostMapping("/webhook_endpoints/{endpointId}/resend_failed")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer resendFailed(Call call, @PathVariable String endpointId) {
        var since =
                CalendarTime.read(call.read(resendForm).path("since").stringValue()).orElseThrow();
        var resent = deliveries.resendFailed(call.merchantId(), endpointId, since);
        return answer(Json.emptyObject().put("resent", resent));
    }

    @PostMapping("/webhook_endpoints/{endpointId}/test")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer test(Call call, @PathVariable String endpointId) {
        return answer(deliveries.test(call.merchantId(), endpointId));
    }

    private static Answer answer(ObjectNode json) {
        return Answer.json(Json.text(json).getBytes(UTF_8));
    }
}
