package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.schemas.CompleteAuthorization;
import dev.paylater.schemas.IncrementAuthorization;
import java.time.Clock;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** What moves an authorization on: review, a higher amount, the customer's part being done. */
@Controller
final class AuthorizationController {

    private final Form approveForm;
    private final Form rejectForm;
    private final Form incrementForm;
    private final Form completeForm;
    private final Form clientForm;
    private final PaymentFields fields;
    private final ClientFields clientFields;
    private final PaymentOperations operations;
    private final PaymentActs settlements;
    private final ClientAccess clients;
    private final PaymentRenderer renderer;
    private final Clock clock;

    AuthorizationController(
            Forms forms,
            PaymentFields fields,
            ClientFields clientFields,
            PaymentOperations operations,
            PaymentActs settlements,
            ClientAccess clients,
            PaymentRenderer renderer,
            Clock clock) {
        this.approveForm = forms.of("ApproveRequest");
        this.rejectForm = forms.of("RejectRequest");
        this.incrementForm = forms.of("IncrementalAuthorizationRequest");
        this.completeForm = forms.of("CompleteAuthorizeRequest");
        this.clientForm = forms.of("PaymentConfirmRequest");
        this.fields = fields;
        this.clientFields = clientFields;
        this.operations = operations;
        this.settlements = settlements;
        this.clients = clients;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping("/payments/{paymentId}/approve")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer approve(Call call, @PathVariable String paymentId) {
        call.read(approveForm);
        return shown(call, settlements.approve(call, call.merchantId(), paymentId));
    }

    @PostMapping("/payments/{paymentId}/reject")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer reject(Call call, @PathVariable String paymentId) {
        var body = call.read(rejectForm);
        return shown(call, settlements.reject(call, call.merchantId(), paymentId, body));
    }

    @PostMapping("/payments/{paymentId}/incremental_authorization")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer increment(Call call, @PathVariable String paymentId) {
        var body = call.read(incrementForm);
        return run(
                call,
                paymentId,
                IncrementAuthorization.newBuilder()
                        .setMerchantId(call.merchantId())
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setAmount(body.required("amount").longValue())
                        .setReason(text(body, "reason"))
                        .build());
    }

    /** The interface gives a path without the payments segment; merchants expect one with it. */
    @PostMapping({"/{paymentId}/complete_authorize", "/payments/{paymentId}/complete_authorize"})
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_WRITE)
    Answer complete(Call call, @PathVariable String paymentId) {
        var body = Form.parse(call.body());
        var opened =
                clients.check(call, PaymentIds.require(paymentId), text(body, "client_secret"));
        call.check(completeForm, body);
        var command =
                CompleteAuthorization.newBuilder()
                        .setMerchantId(call.merchantId())
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setClientSide(opened.isPresent())
                        .setClientFields(List.of());
        if (opened.isPresent()) {
            clientForm.check(body);
            var reduced = clientFields.reduce(body, opened.get(), ClientFields.BROWSER);
            command.setTerms(reduced.terms());
            command.setClientFields(reduced.paths());
        } else {
            command.setTerms(fields.terms(body.retain("shipping"), call.merchantId(), paymentId));
        }
        return run(call, paymentId, command.build());
    }

    private Answer run(Call call, String paymentId, SpecificRecord message) {
        return shown(
                call,
                operations.run(call, call.merchantId(), PaymentIds.require(paymentId), message));
    }

    private Answer shown(Call call, PaymentDocument payment) {
        return Answer.json(
                json ->
                        renderer.write(
                                PaymentView.afterCapture(payment, clock.instant())
                                        .shownTo(ClientAccess.reader(call)),
                                json));
    }
}
