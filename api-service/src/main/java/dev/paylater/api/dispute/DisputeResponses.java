package dev.paylater.api.dispute;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.payment.PaymentOperations;
import dev.paylater.api.store.DisputeReads;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.schemas.AcceptDispute;
import dev.paylater.schemas.ChallengeDispute;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** A merchant's answers to disputes, by the interface and in the console. */
@Component
public final class DisputeResponses {

    private static final String EVIDENCE = "evidence";

    private final DisputeReads disputes;
    private final PaymentOperations operations;
    private final Sealing sealing;

    DisputeResponses(DisputeReads disputes, PaymentOperations operations, Sealing sealing) {
        this.disputes = disputes;
        this.operations = operations;
        this.sealing = sealing;
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

    /** Sends evidence to the provider; it is sealed until then and not shown again. */
    public PaymentItem challenge(Call call, String disputeId, ObjectNode evidence) {
        var paymentId = find(call, disputeId).payment().paymentId();
        var place = new SealedPlace(call.merchantId(), paymentId, EVIDENCE);
        return respond(
                call,
                paymentId,
                disputeId,
                ChallengeDispute.newBuilder()
                        .setMerchantId(call.merchantId())
                        .setPaymentId(paymentId)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setDisputeId(disputeId)
                        .setDetails(Map.of(EVIDENCE, sealing.seal(place, evidence)))
                        .build());
    }

    private PaymentItem respond(
            Call call, String paymentId, String disputeId, SpecificRecord message) {
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
