package dev.paylater.api.link;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.ClientAccess;
import dev.paylater.api.store.PaymentReads;
import java.time.Clock;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.core.JsonGenerator;

/** GET /payment_link/{id}. */
@Controller
final class PaymentLinkController {

    private final Form form;
    private final PaymentLinks links;
    private final PaymentReads payments;
    private final ClientAccess clients;
    private final Clock clock;

    PaymentLinkController(
            Forms forms,
            PaymentLinks links,
            PaymentReads payments,
            ClientAccess clients,
            Clock clock) {
        this.form = forms.of("PaymentLinkRequest");
        this.links = links;
        this.payments = payments;
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
        var payment =
                links.paymentOf(call.merchantId(), linkId)
                        .flatMap(paymentId -> payments.find(call.merchantId(), paymentId))
                        .filter(PaymentDocument::hasLink)
                        .orElseThrow(() -> ApiException.notFound("payment link"));
        clients.check(call, payment, inQuery == null && !inBody.isEmpty() ? inBody : inQuery);
        call.check(form, body);
        return Answer.json(json -> write(payment, call.isClientSide(), json));
    }

    private void write(PaymentDocument payment, boolean isBrowser, JsonGenerator json) {
        var merchantId = payment.merchantId();
        var paymentId = payment.paymentId();
        var expiry = Objects.requireNonNull(payment.expiresOn());
        json.writeStartObject();
        json.writeStringProperty("payment_link_id", links.id(merchantId, paymentId));
        json.writeStringProperty("merchant_id", merchantId);
        json.writeStringProperty("link_to_pay", links.openLink(merchantId, paymentId));
        json.writeName("secure_link");
        // It pays with what the customer has saved: for the merchant's server to hand out.
        Values.text(isBrowser ? null : links.secureLink(merchantId, paymentId, expiry), json);
        json.writeNumberProperty("amount", payment.amount());
        json.writeStringProperty("created_at", Values.timeText(payment.created()));
        json.writeStringProperty(
                "status", payment.isExpired(clock.instant()) ? "expired" : "active");
        json.writeStringProperty("expiry", Values.timeText(expiry));
        json.writeName("description");
        Values.raw(payment.term("description"), json);
        json.writeStringProperty("currency", payment.currency());
        json.writeEndObject();
    }
}
