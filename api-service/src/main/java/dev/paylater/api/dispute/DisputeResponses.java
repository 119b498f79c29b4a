package dev.paylater.api.dispute;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.payment.PaymentOperations;
import dev.paylater.api.store.DisputeReads;
import dev.paylater.schemas.AcceptDispute;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Component;

/** A merchant's answers to disputes, by the interface and in the console. */
@Component
public final class DisputeResponses {

    private final DisputeReads disputes;
    private final PaymentOperations operations;

    DisputeResponses(DisputeReads disputes, PaymentOperations operations) {
        this.disputes = disputes;
        this.operations = operations;
    }

    /**
     * A dispute of the caller's.
     *
     * @throws ApiException when there is none
     */
    public PaymentItem find(Call call, String disputeId) {
        return disputes.find(call.merchantId(), disputeId)
                .orElseThrow(() -> ApiException.notFound("dispute"));
    }

    /** Accepts a dispute: the customer keeps the disputed amount. */
    public PaymentItem accept(Call call, String disputeId) {
        var paymentId = find(call, disputeId).payment().paymentId();
        return respond(
                call,
                paymentId,
                disputeId,
                AcceptDispute.newBuilder()
                        .setMerchantId(call.merchantId())
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setDisputeId(disputeId)
                        .build());
    }

    PaymentItem respond(Call call, String paymentId, String disputeId, SpecificRecord message) {
        return of(operations.run(call, call.merchantId(), paymentId, message), disputeId);
    }

    private static PaymentItem of(PaymentDocument payment, String disputeId) {
        return payment.disputes().stream()
                .filter(fields -> disputeId.equals(fields.text("dispute_id")))
                .findFirst()
                .map(fields -> new PaymentItem(payment, fields))
                .orElseThrow(() -> ApiException.notFound("dispute"));
    }
}
