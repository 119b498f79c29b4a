package dev.paylater.api.link;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.Values;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.ClientAccess;
import dev.paylater.api.store.Page;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;

/**
 * Payment links: read one, list them, end one early. A link is made with its payment, whose terms
 * hold how long it lasts.
 */
@Controller
final class PaymentLinkController {

    private static final String STARTING_AFTER = "starting_after";

    private final Form form;
    private final MerchantLinks merchantLinks;
    private final PaymentLinks links;
    private final ClientAccess clients;
    private final Clock clock;

    PaymentLinkController(
            Forms forms,
            MerchantLinks merchantLinks,
            PaymentLinks links,
            ClientAccess clients,
            Clock clock) {
        this.form = forms.of("PaymentLinkRequest");
        this.merchantLinks = merchantLinks;
        this.links = links;
        this.clients = clients;
        this.clock = clock;
    }

    @GetMapping("/payment_link/{linkId}")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call, @PathVariable String linkId) {
        var body = Form.parse(call.body());
        var inQuery = call.query("client_secret");
        var inBody = body.path("client_secret").asString("");
        var payment = merchantLinks.require(call, linkId);
        clients.check(call, payment, inQuery == null && !inBody.isEmpty() ? inBody : inQuery);
        call.check(form, body);
        return Answer.json(json -> write(payment, call.isClientSide(), json));
    }

    @GetMapping("/payment_link/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var listed =
                merchantLinks.list(
                        call, call.filter(STARTING_AFTER), Page.limit(call.query("limit")));
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("data");
                    listed.payments().forEach(payment -> write(payment, false, json));
                    json.writeEndArray();
                    json.writeBooleanProperty("has_more", listed.hasMore());
                    json.writeEndObject();
                });
    }

    @PostMapping("/payment_link/{linkId}/deactivate")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer deactivate(Call call, @PathVariable String linkId) {
        var ended = merchantLinks.deactivate(call, linkId);
        return Answer.json(json -> write(ended, false, json));
    }

    private void write(PaymentDocument payment, boolean isBrowser, JsonGenerator json) {
        var merchantId = payment.merchantId();
        var paymentId = payment.paymentId();
        var end = payment.linkEnd();
        json.writeStartObject();
        json.writeStringProperty("payment_link_id", links.id(merchantId, paymentId));
        json.writeStringProperty("merchant_id", merchantId);
        json.writeStringProperty("link_to_pay", links.openLink(merchantId, paymentId));
        json.writeName("secure_link");
        // It pays with what the customer has saved: for the merchant's server to hand out.
        Values.text(isBrowser ? null : links.secureLink(merchantId, paymentId, end), json);
        json.writeNumberProperty("amount", payment.amount());
        json.writeStringProperty("created_at", Values.timeText(payment.created()));
        json.writeStringProperty(
                "status", payment.isLinkExpired(clock.instant()) ? "expired" : "active");
        json.writeStringProperty("expiry", Values.timeText(end));
        json.writeName("description");
        Values.raw(payment.term("description"), json);
        json.writeStringProperty("currency", payment.currency());
        json.writeBooleanProperty("reusable", payment.isReusable());
        json.writeEndObject();
    }
}
