package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Form;
import dev.paylater.api.http.Call;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.PaymentOptions;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Confirms a payment with the checked fields of a body, as far as its sender may set them. */
@Component
public final class PaymentConfirmation {

    private final PaymentOperations operations;
    private final PaymentFields fields;
    private final ClientFields clientFields;

    PaymentConfirmation(
            PaymentOperations operations, PaymentFields fields, ClientFields clientFields) {
        this.operations = operations;
        this.fields = fields;
        this.clientFields = clientFields;
    }

    PaymentDocument byServer(Call call, String paymentId, Form.Changes changes) {
        var merchantId = call.merchantId();
        var body = changes.fields();
        return run(
                call,
                merchantId,
                paymentId,
                false,
                fields.options(body),
                fields.changedTerms(body, changes.cleared(), merchantId, paymentId));
    }

    /** By the holder of a publishable key and the payment's client_secret. */
    PaymentDocument byBrowser(Call call, PaymentDocument payment, ObjectNode body) {
        return byClient(call, payment, clientFields.reduce(body, payment, ClientFields.BROWSER));
    }

    /** By the customer on this service's own payment page. */
    public PaymentDocument byPage(Call call, PaymentDocument payment, ObjectNode body) {
        return byClient(call, payment, clientFields.reduce(body, payment, ClientFields.PAGE));
    }

    /** By the customer with a method that they have saved, on a page that only they can open. */
    public PaymentDocument bySavedMethod(Call call, PaymentDocument payment, String mandateId) {
        return run(
                call,
                payment.merchantId(),
                payment.paymentId(),
                true,
                PaymentOptions.newBuilder()
                        .setPaymentMethod("pay_later")
                        .setMandateId(mandateId)
                        .setOffSession(true)
                        .setClientFields(List.of("payment_method", "mandate_id", "off_session"))
                        .build(),
                Map.of());
    }

    private PaymentDocument byClient(
            Call call, PaymentDocument payment, ClientFields.Reduced reduced) {
        reduced.ignored().forEach(call::warn);
        return run(
                call,
                payment.merchantId(),
                payment.paymentId(),
                true,
                fields.clientOptions(reduced, payment),
                reduced.terms());
    }

    private PaymentDocument run(
            Call call,
            String merchantId,
            String paymentId,
            boolean clientSide,
            PaymentOptions options,
            Map<String, String> terms) {
        return operations.run(
                call,
                merchantId,
                paymentId,
                ConfirmPayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setClientSide(clientSide)
                        .setOptions(options)
                        .setTerms(terms)
                        .build());
    }
}
