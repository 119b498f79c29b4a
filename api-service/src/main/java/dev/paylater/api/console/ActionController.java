package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.SupportRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.Inspections;
import dev.paylater.api.payment.PaymentSync;
import dev.paylater.api.payment.Settlements;
import dev.paylater.api.refund.RefundOperations;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * Acts on a payment from its page: first a page that says what follows, then the act, with a
 * reason, by the code that the merchant's own calls use.
 */
@Controller
final class ActionController {

    private static final String PAYMENT = "/console/payments/{merchantId}/{paymentId}";

    private final Form captureForm;
    private final Form cancelForm;
    private final Form refundForm;
    private final Inspections inspections;
    private final SupportRenderer renderer;
    private final Settlements settlements;
    private final RefundOperations refunds;
    private final PaymentSync sync;
    private final PaymentReads payments;
    private final Upstream upstream;
    private final Addresses addresses;

    ActionController(
            Forms forms,
            Inspections inspections,
            SupportRenderer renderer,
            Settlements settlements,
            RefundOperations refunds,
            PaymentSync sync,
            PaymentReads payments,
            Upstream upstream,
            Addresses addresses) {
        this.captureForm = forms.of("CaptureRequest");
        this.cancelForm = forms.of("CancelRequest");
        this.refundForm = forms.of("RefundCreateRequest");
        this.inspections = inspections;
        this.renderer = renderer;
        this.settlements = settlements;
        this.refunds = refunds;
        this.sync = sync;
        this.payments = payments;
        this.upstream = upstream;
        this.addresses = addresses;
    }

    @GetMapping(PAYMENT + "/act/{action}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    @Audited("inspectPayment")
    Answer ask(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String action) {
        var wanted = Action.of(action).orElseThrow(() -> ApiException.notFound("action"));
        var inspected = inspections.open(call, merchantId, paymentId);
        var shown = Json.read(Json.write(json -> renderer.write(inspected, json)));
        if (!Action.of(shown, call).contains(wanted)) {
            throw ApiException.notFound("action that this payment is ready for");
        }
        var currency = shown.path("currency").asString("");
        return ConsolePages.page(
                "act",
                Frame.of(call, wanted.text(), "/console/payments"),
                new ActView(
                        wanted,
                        Payments.address(merchantId, paymentId),
                        paymentId,
                        merchantId,
                        Words.status(shown.path("status").asString("")),
                        wanted.hasAmount() ? Money.plain(wanted.most(shown), currency) : "",
                        currency,
                        Call.newFormId()));
    }

    @PostMapping(PAYMENT + "/capture")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_OPERATE)
    @Audited("capturePayment")
    Answer capture(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var amount = amount(call, merchantId, paymentId);
        begin(call, merchantId, paymentId, amount);
        var body = Json.emptyObject().put("amount_to_capture", amount);
        captureForm.check(body);
        settlements.capture(call, merchantId, paymentId, body);
        return done(Action.CAPTURE, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/cancel")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_OPERATE)
    @Audited("cancelPayment")
    Answer cancel(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var reason = begin(call, merchantId, paymentId, null);
        var body = Json.emptyObject().put("cancellation_reason", reason);
        cancelForm.check(body);
        settlements.cancel(call, merchantId, paymentId, body);
        return done(Action.CANCEL, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/refund")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_OPERATE)
    @Audited("createRefund")
    Answer refund(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var amount = amount(call, merchantId, paymentId);
        var reason = begin(call, merchantId, paymentId, amount);
        var body =
                Json.emptyObject()
                        .put("payment_id", paymentId)
                        .put("amount", amount)
                        .put("reason", reason);
        refundForm.check(body);
        refunds.reserve(call, merchantId, body);
        return done(Action.REFUND, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/sync")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    @Audited("syncPayment")
    Answer sync(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        begin(call, merchantId, paymentId, null);
        sync.forAdministrator(call, merchantId, paymentId);
        return done(Action.SYNC, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/deliveries/{deliveryId}/resend")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    @Audited("resendDelivery")
    Answer resend(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String deliveryId) {
        call.changes(merchantId, deliveryId, null, null);
        upstream.post(
                call,
                merchantId,
                Peer.webhook(addresses),
                "/webhook_deliveries/" + URLEncoder.encode(deliveryId, UTF_8) + "/resend");
        return ConsoleDoor.redirect(Payments.address(merchantId, paymentId) + "?done=resend");
    }

    /** Reads a typed amount as minor units of the payment's currency. */
    private long amount(Call call, String merchantId, String paymentId) {
        var payment =
                payments.find(merchantId, paymentId)
                        .orElseThrow(() -> ApiException.notFound("payment"));
        var typed = call.field("amount");
        if (typed == null) {
            throw ApiException.of(Problem.missing("amount"));
        }
        return Money.read(typed, payment.currency());
    }

    /** Takes the reason, and makes a form that is sent twice one act. */
    private static String begin(
            Call call, String merchantId, String paymentId, @Nullable Long amount) {
        var reason = Reason.note(call, merchantId, paymentId, amount);
        call.continueAsForm(call.field("form_id"));
        return reason;
    }

    private static Answer done(Action action, String merchantId, String paymentId) {
        return ConsoleDoor.redirect(
                Payments.address(merchantId, paymentId) + "?done=" + action.word());
    }
}
