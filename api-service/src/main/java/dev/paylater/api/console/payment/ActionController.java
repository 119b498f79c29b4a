package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Reason;
import dev.paylater.api.delivery.DeliveryLog;
import dev.paylater.api.document.PaymentDocument;
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
import dev.paylater.api.payment.PaymentActs;
import dev.paylater.api.payment.PaymentSync;
import dev.paylater.api.refund.RefundOperations;
import dev.paylater.api.store.PaymentReads;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/**
 * Acts on a payment from its page: first a page that says what follows, then the act, with a
 * reason, by the code that the merchant's own calls use.
 */
@Controller
final class ActionController {

    private static final String PAYMENT = "/console/payments/{merchantId}/{paymentId}";

    private final Form captureForm;
    private final Form cancelForm;
    private final Form rejectForm;
    private final Form refundForm;
    private final Inspections inspections;
    private final SupportRenderer renderer;
    private final PaymentActs settlements;
    private final RefundOperations refunds;
    private final PaymentSync sync;
    private final PaymentReads payments;
    private final OrderLines orderLines;
    private final DeliveryLog deliveries;

    ActionController(
            Forms forms,
            Inspections inspections,
            SupportRenderer renderer,
            PaymentActs settlements,
            RefundOperations refunds,
            PaymentSync sync,
            PaymentReads payments,
            OrderLines orderLines,
            DeliveryLog deliveries) {
        this.captureForm = forms.of("CaptureRequest");
        this.cancelForm = forms.of("CancelRequest");
        this.rejectForm = forms.of("RejectRequest");
        this.refundForm = forms.of("RefundCreateRequest");
        this.inspections = inspections;
        this.renderer = renderer;
        this.settlements = settlements;
        this.refunds = refunds;
        this.sync = sync;
        this.payments = payments;
        this.orderLines = orderLines;
        this.deliveries = deliveries;
    }

    @GetMapping(PAYMENT + "/act/{action}")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    @Audited("inspectPayment")
    Answer ask(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String action) {
        var wanted = Action.of(action).orElseThrow(() -> ApiException.notFound("action"));
        wanted.require(call);
        var inspected = inspections.open(call, merchantId, paymentId);
        var shown = Json.read(Json.write(json -> renderer.write(inspected, json)));
        if (!Action.of(shown, call).contains(wanted)) {
            throw ApiException.notFound("action that this payment is ready for");
        }
        var currency = shown.path("currency").asString("");
        var address = ConsolePayments.address(merchantId, paymentId);
        return ConsolePages.page(
                "act",
                Frame.of(call, wanted.text(), Menu.PAYMENTS),
                new ActView(
                        wanted.text(),
                        wanted.consequence(),
                        ConsolePayments.facts(shown),
                        address + "/" + wanted.wireName(),
                        address,
                        Map.of(),
                        wanted.hasAmount()
                                ? new ActView.Amount(
                                        Money.plain(wanted.most(shown), currency),
                                        currency,
                                        lines(call, wanted, inspected.payment().document()))
                                : null,
                        Call.newFormId()));
    }

    @PostMapping(PAYMENT + "/capture")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_OPERATE, Scope.PAYMENTS_WRITE})
    @Audited("capturePayment")
    Answer capture(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var amount = amount(call, find(merchantId, paymentId));
        begin(call, merchantId, paymentId, amount);
        var body = Json.emptyObject().put("amount_to_capture", amount);
        captureForm.check(body);
        settlements.capture(call, merchantId, paymentId, body);
        return done(Action.CAPTURE, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/cancel")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_OPERATE, Scope.PAYMENTS_WRITE})
    @Audited("cancelPayment")
    Answer cancel(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var reason = begin(call, merchantId, paymentId, null);
        var body = Json.emptyObject().put("cancellation_reason", reason);
        cancelForm.check(body);
        settlements.cancel(call, merchantId, paymentId, body);
        return done(Action.CANCEL, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/approve")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_OPERATE, Scope.PAYMENTS_WRITE})
    @Audited("approvePayment")
    Answer approve(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        begin(call, merchantId, paymentId, null);
        settlements.approve(call, merchantId, paymentId);
        return done(Action.APPROVE, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/reject")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_OPERATE, Scope.PAYMENTS_WRITE})
    @Audited("rejectPayment")
    Answer reject(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var reason = begin(call, merchantId, paymentId, null);
        var body = Json.emptyObject().put("reason", reason);
        rejectForm.check(body);
        settlements.reject(call, merchantId, paymentId, body);
        return done(Action.REJECT, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/refund")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_OPERATE, Scope.REFUNDS_WRITE})
    @Audited("createRefund")
    Answer refund(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var payment = find(merchantId, paymentId);
        var lines = mayNameLines(call) ? orderLines.chosen(call, payment) : List.<ObjectNode>of();
        if (!lines.isEmpty() && call.field("amount") != null) {
            throw ApiException.of(
                    Problem.inconsistent(
                            "amount", "Choose lines of the order or write an amount, not both"));
        }
        var amount = lines.isEmpty() ? amount(call, payment) : OrderLines.sum(lines);
        var reason = begin(call, merchantId, paymentId, amount);
        var body =
                Json.emptyObject()
                        .put("payment_id", paymentId)
                        .put("amount", amount)
                        .put("reason", reason);
        if (!lines.isEmpty()) {
            body.putArray("order_details").addAll(lines);
        }
        refundForm.check(body);
        refunds.reserve(call, merchantId, body);
        return done(Action.REFUND, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/sync")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    @Audited("syncPayment")
    Answer sync(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        begin(call, merchantId, paymentId, null);
        sync.fromConsole(call, merchantId, paymentId);
        return done(Action.SYNC, merchantId, paymentId);
    }

    @PostMapping(PAYMENT + "/deliveries/{deliveryId}/resend")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.WEBHOOKS})
    @Audited("resendDelivery")
    Answer resend(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String deliveryId) {
        call.changes(merchantId, deliveryId, null, null);
        deliveries.resend(merchantId, deliveryId);
        return ConsoleDoor.redirect(
                ConsolePayments.address(merchantId, paymentId) + "?done=resend");
    }

    /** The lines of an order may name a person: they are shown to its merchant only. */
    private static boolean mayNameLines(Call call) {
        return call.keysMerchant() != null;
    }

    private List<ActView.Line> lines(Call call, Action action, PaymentDocument payment) {
        return action == Action.REFUND && mayNameLines(call) ? orderLines.of(payment) : List.of();
    }

    private PaymentDocument find(String merchantId, String paymentId) {
        return payments.find(merchantId, paymentId)
                .orElseThrow(() -> ApiException.notFound("payment"));
    }

    /** Reads a typed amount as minor units of the payment's currency. */
    private static long amount(Call call, PaymentDocument payment) {
        var typed = call.field("amount");
        if (typed == null) {
            throw ApiException.of(Problem.missing("amount"));
        }
        return Money.read(typed, payment.currency());
    }

    /** Takes the reason, and makes a form that is sent twice one act. */
    private static String begin(
            Call call, String merchantId, String paymentId, @Nullable Long amount) {
        Map<String, Long> about = amount == null ? Map.of() : Map.of("amount", amount);
        var reason = Reason.note(call, merchantId, paymentId, about);
        call.continueAsForm(call.field("form_id"));
        return reason;
    }

    private static Answer done(Action action, String merchantId, String paymentId) {
        return ConsoleDoor.redirect(
                ConsolePayments.address(merchantId, paymentId) + "?done=" + action.wireName());
    }
}
