package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.http.Call;
import dev.paylater.schemas.SyncPayment;
import org.springframework.stereotype.Component;

/** Has the provider asked how a payment stands, and waits for the answer. */
@Component
public final class PaymentSync {

    private final PaymentOperations operations;

    PaymentSync(PaymentOperations operations) {
        this.operations = operations;
    }

    PaymentDocument forMerchant(Call call, String paymentId) {
        return run(call, call.merchantId(), paymentId, "merchant");
    }

    /** Asks the provider how the payment stands, for a user of the console. */
    public PaymentDocument fromConsole(Call call, String merchantId, String paymentId) {
        return run(call, merchantId, PaymentIds.require(paymentId), "merchant");
    }

    /** The customer is back from the provider. */
    public PaymentDocument afterReturn(Call call, PaymentDocument payment) {
        return run(call, payment.merchantId(), payment.paymentId(), "customer_return");
    }

    private PaymentDocument run(Call call, String merchantId, String paymentId, String cause) {
        return operations.run(
                call,
                merchantId,
                paymentId,
                SyncPayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setCause(cause)
                        .build());
    }
}
