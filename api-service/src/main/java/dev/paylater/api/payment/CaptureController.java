package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Capture and cancel: what ends an authorization. */
@Controller
final class CaptureController {

    private final Form captureForm;
    private final Form cancelForm;
    private final PaymentActs settlements;
    private final PaymentRenderer renderer;
    private final Clock clock;

    CaptureController(Forms forms, PaymentActs settlements, PaymentRenderer renderer, Clock clock) {
        this.captureForm = forms.of("CaptureRequest");
        this.cancelForm = forms.of("CancelRequest");
        this.settlements = settlements;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping("/payments/{paymentId}/capture")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer capture(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = call.read(captureForm);
        call.requireOwn(text(body, "merchant_id"));
        var payment = settlements.capture(call, call.merchantId(), id, body);
        return Answer.json(
                json -> renderer.write(PaymentView.afterCapture(payment, clock.instant()), json));
    }

    @PostMapping("/payments/{paymentId}/cancel")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer cancel(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = call.read(cancelForm);
        var payment = settlements.cancel(call, call.merchantId(), id, body);
        return Answer.json(
                json -> renderer.write(PaymentView.plain(payment, clock.instant()), json));
    }
}
