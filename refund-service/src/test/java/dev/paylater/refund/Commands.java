package dev.paylater.refund;

import dev.paylater.schemas.ConnectorError;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.ExecuteRefund;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RefundableCapture;
import dev.paylater.schemas.ReplyTo;
import java.util.List;
import java.util.Map;

/** What other services say to this one. */
final class Commands {

    private Commands() {}

    static ExecuteRefund execute(String paymentId, String refundId) {
        return execute(paymentId, refundId, 5000).build();
    }

    static ExecuteRefund.Builder execute(String paymentId, String refundId, long amount) {
        return ExecuteRefund.newBuilder()
                .setMerchantId("merchant")
                .setPaymentId(paymentId)
                .setIssuedAt(System.currentTimeMillis())
                .setReplyTo(new ReplyTo(2, "waits-for-" + refundId, false))
                .setRefundId(refundId)
                .setAmount(amount)
                .setCurrency("EUR")
                .setReason("too small")
                .setDetails(Map.of("metadata", "{\"a\":1}"))
                .setProfileId("profile")
                .setAttemptId(paymentId + "_1")
                .setSequence(1)
                .setConnector("sandbox")
                .setMerchantConnectorId("mca_1")
                .setConnectorTransactionId("sbp_1")
                .setConnectorState(Map.of("session", "s1"))
                .setAuthorizedAmount(9000)
                .setCaptureMethod("manual")
                .setOptions(
                        PaymentOptions.newBuilder()
                                .setCurrency("EUR")
                                .setAmount(9000L)
                                .setConnector(List.of("sandbox"))
                                .setOffSession(false)
                                .build())
                .setTerms(Map.of("email", "\"ada@example.com\""))
                .setCaptures(List.of(new RefundableCapture(paymentId + "_1_1", "sbc_1", 9000L)));
    }

    static ConnectorOutcome outcome(ConnectorRequest request, String verdict) {
        return ConnectorOutcome.newBuilder()
                .setMerchantId(request.getMerchantId())
                .setPaymentId(request.getPaymentId())
                .setAttemptId(request.getAttemptId())
                .setIssuedAt(System.currentTimeMillis())
                .setConnector(request.getConnector())
                .setMerchantConnectorId(request.getMerchantConnectorId())
                .setOperation("refund")
                .setOperationId(request.getOperationId())
                .setInquiry(request.getOperation().equals("status"))
                .setStatus(verdict)
                .setError(
                        verdict.equals("declined")
                                ? new ConnectorError("no", "No", null, "declined", "Declined")
                                : null)
                .setConnectorOperationId("sbr_1")
                .setConnectorState(Map.of())
                .setRefundId(request.getRefundId())
                .build();
    }
}
