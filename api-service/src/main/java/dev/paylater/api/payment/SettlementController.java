package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.flag;
import static dev.paylater.api.payment.PaymentFields.number;
import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Capture and cancel: what ends an authorization. */
@Controller
final class SettlementController {

    private static final List<String> CAPTURE_DETAILS =
            Stream.of(PaymentOption.values())
                    .filter(option -> option.isInCapture() && option.kept() == Kept.CARRIED)
                    .filter(option -> option != PaymentOption.CAPTURE_TYPE)
                    .map(PaymentOption::fieldName)
                    .toList();

    private static final List<String> CANCEL_DETAILS =
            List.of(PaymentOption.MERCHANT_CONNECTOR_DETAILS.fieldName());

    private final Form captureForm;
    private final Form cancelForm;
    private final Sealing sealing;
    private final PaymentOperations operations;
    private final PaymentRenderer renderer;
    private final Clock clock;

    SettlementController(
            Forms forms,
            Sealing sealing,
            PaymentOperations operations,
            PaymentRenderer renderer,
            Clock clock) {
        this.captureForm = forms.of("CaptureRequest");
        this.cancelForm = forms.of("CancelRequest");
        this.sealing = sealing;
        this.operations = operations;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping("/payments/{paymentId}/capture")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer capture(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = call.read(captureForm);
        call.requireOwn(text(body, "merchant_id"));
        var type = text(body, "capture_type");
        var payment =
                operations.run(
                        call,
                        call.merchantId(),
                        id,
                        CapturePayment.newBuilder()
                                .setMerchantId(call.merchantId())
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setAmountToCapture(number(body, "amount_to_capture"))
                                .setRefundUncapturedAmount(
                                        Boolean.TRUE.equals(flag(body, "refund_uncaptured_amount")))
                                .setCaptureType(type == null ? "connector" : type)
                                .setDetails(
                                        sealing.carry(body, CAPTURE_DETAILS, call.merchantId(), id))
                                .build());
        return Answer.json(
                json -> renderer.write(PaymentView.afterCapture(payment, clock.instant()), json));
    }

    @PostMapping("/payments/{paymentId}/cancel")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer cancel(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = call.read(cancelForm);
        var payment =
                operations.run(
                        call,
                        call.merchantId(),
                        id,
                        CancelPayment.newBuilder()
                                .setMerchantId(call.merchantId())
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setCancellationReason(text(body, "cancellation_reason"))
                                .setDetails(
                                        sealing.carry(body, CANCEL_DETAILS, call.merchantId(), id))
                                .build());
        return Answer.json(
                json -> renderer.write(PaymentView.plain(payment, clock.instant()), json));
    }
}
