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
import dev.paylater.api.payment.PaymentOperations;
import dev.paylater.api.store.Page;
import dev.paylater.api.store.PaymentList;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.options.LinkLifetime;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.UpdatePayment;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    private final PaymentLinks links;
    private final PaymentReads payments;
    private final PaymentList list;
    private final PaymentOperations operations;
    private final ClientAccess clients;
    private final Clock clock;

    PaymentLinkController(
            Forms forms,
            PaymentLinks links,
            PaymentReads payments,
            PaymentList list,
            PaymentOperations operations,
            ClientAccess clients,
            Clock clock) {
        this.form = forms.of("PaymentLinkRequest");
        this.links = links;
        this.payments = payments;
        this.list = list;
        this.operations = operations;
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
        var payment = require(call, linkId);
        clients.check(call, payment, inQuery == null && !inBody.isEmpty() ? inBody : inQuery);
        call.check(form, body);
        return Answer.json(json -> write(payment, call.isClientSide(), json));
    }

    @GetMapping("/payment_link/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var after = call.filter(STARTING_AFTER);
        var found =
                linked(
                        call,
                        after == null ? null : require(call, after),
                        Page.limit(call.query("limit")));
        // A page of large payments ends before its limit, and is not the last one for that.
        var hasMore = !found.isEmpty() && !linked(call, found.getLast(), 1).isEmpty();
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("data");
                    found.forEach(payment -> write(payment, false, json));
                    json.writeEndArray();
                    json.writeBooleanProperty("has_more", hasMore);
                    json.writeEndObject();
                });
    }

    private List<PaymentDocument> linked(Call call, @Nullable PaymentDocument cursor, int limit) {
        return list.find(
                new PaymentList.Query(
                        call.merchantId(),
                        List.of(PaymentList.withLink()),
                        null,
                        cursor,
                        false,
                        limit));
    }

    /** Ends a link now: its page takes no further confirm. An attempt that is under way goes on. */
    @PostMapping("/payment_link/{linkId}/deactivate")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer deactivate(Call call, @PathVariable String linkId) {
        var payment = require(call, linkId);
        var now = clock.instant();
        var ended = payment.isLinkExpired(now) ? payment : end(call, payment, now);
        return Answer.json(json -> write(ended, false, json));
    }

    private PaymentDocument end(Call call, PaymentDocument payment, Instant now) {
        var config =
                LinkLifetime.endedBy(now, payment.created(), payment.term(LinkLifetime.CONFIG));
        return operations.run(
                call,
                payment.merchantId(),
                payment.paymentId(),
                UpdatePayment.newBuilder()
                        .setMerchantId(payment.merchantId())
                        .setPaymentId(payment.paymentId())
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setOptions(PaymentOptions.newBuilder().build())
                        .setTerms(Map.of(LinkLifetime.CONFIG, config))
                        .build());
    }

    private PaymentDocument require(Call call, String linkId) {
        return links.paymentOf(call.merchantId(), linkId)
                .flatMap(paymentId -> payments.find(call.merchantId(), paymentId))
                .filter(PaymentDocument::hasLink)
                .orElseThrow(() -> ApiException.notFound("payment link"));
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
        json.writeEndObject();
    }
}
