package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.http.Call;
import dev.paylater.schemas.ConfirmPayment;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Confirms a payment with the checked fields of a body, whoever sent them. */
@Component
public final class PaymentConfirmation {

    private final PaymentOperations operations;
    private final PaymentFields fields;

    PaymentConfirmation(PaymentOperations operations, PaymentFields fields) {
        this.operations = operations;
        this.fields = fields;
    }

    public PaymentDocument run(
            Call call, String merchantId, String paymentId, ObjectNode body, boolean clientSide) {
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
                        .setOptions(fields.options(body))
                        .setTerms(fields.terms(body, merchantId))
                        .build());
    }
}
