package dev.paylater.api.mandate;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.http.Call;
import dev.paylater.api.payment.PaymentOperations;
import dev.paylater.schemas.RevokeMandate;
import org.springframework.stereotype.Component;

/** Ends a mandate; of one that is revoked already it stays as it is. */
@Component
public final class MandateRevocation {

    private final PaymentOperations operations;

    MandateRevocation(PaymentOperations operations) {
        this.operations = operations;
    }

    /** The one mandate that a request ends. */
    public void revoke(Call call, Mandate mandate) {
        revoke(call, mandate, call.commandId());
    }

    /** One of several that a request ends. */
    void revokeOneOf(Call call, Mandate mandate) {
        revoke(call, mandate, call.commandId() + "-" + mandate.mandateId());
    }

    private void revoke(Call call, Mandate mandate, String commandId) {
        var paymentId = mandate.payment().paymentId();
        operations.run(
                call,
                call.merchantId(),
                paymentId,
                commandId,
                RevokeMandate.newBuilder()
                        .setMerchantId(call.merchantId())
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call, commandId))
                        .setMandateId(mandate.mandateId())
                        .build());
    }
}
