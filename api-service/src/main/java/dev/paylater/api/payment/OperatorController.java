package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.number;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.schemas.SettleOperation;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * What an operator has found out or seen to at a provider that does not tell. The operator is whose
 * key was shown; the name that they write is a note, which the audit log keeps.
 */
@Controller
final class OperatorController {

    private final Form settlementForm;
    private final Form unwantedMoneyForm;
    private final PaymentOperations operations;
    private final PaymentActs settlements;
    private final PaymentRenderer renderer;
    private final Clock clock;

    OperatorController(
            Forms forms,
            PaymentOperations operations,
            PaymentActs settlements,
            PaymentRenderer renderer,
            Clock clock) {
        this.settlementForm = forms.of("SettlementRequest");
        this.unwantedMoneyForm = forms.of("UnwantedMoneySettlementRequest");
        this.operations = operations;
        this.settlements = settlements;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping(
            "/admin/merchants/{merchantId}/payments/{paymentId}/operations/{operationId}/settle")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    Answer settle(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String operationId) {
        var body = call.read(settlementForm);
        call.changes(merchantId, operationId, null, Json.text(body));
        var id = PaymentIds.require(paymentId);
        return shown(
                operations.run(
                        call,
                        merchantId,
                        id,
                        SettleOperation.newBuilder()
                                .setMerchantId(merchantId)
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setOperationId(operationId)
                                .setSucceeded(
                                        body.required("result").stringValue().equals("succeeded"))
                                .setAmount(number(body, "amount"))
                                .setOperator(call.caller())
                                .setReason(body.required("reason").stringValue())
                                .build()));
    }

    @PostMapping("/admin/merchants/{merchantId}/payments/{paymentId}/unwanted_money/settle")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    Answer settleUnwantedMoney(
            Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var body = call.read(unwantedMoneyForm);
        call.changes(merchantId, paymentId, null, Json.text(body));
        return shown(settlements.settleUnwantedMoney(call, merchantId, paymentId, body));
    }

    private Answer shown(PaymentDocument payment) {
        return Answer.json(
                json -> renderer.write(PaymentView.plain(payment, clock.instant()), json));
    }
}
