package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.flag;
import static dev.paylater.api.payment.PaymentFields.number;
import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.schemas.ApprovePayment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.SettleUnwantedMoney;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Captures, cancels, approves, rejects and settles, for the interface and for the console. */
@Component
public final class PaymentActs {

    private static final List<String> CAPTURE_DETAILS =
            Stream.of(PaymentOption.values())
                    .filter(option -> option.isInCapture() && option.kept() == Kept.CARRIED)
                    .filter(option -> option != PaymentOption.CAPTURE_TYPE)
                    .map(PaymentOption::fieldName)
                    .toList();

    private static final List<String> CANCEL_DETAILS =
            List.of(PaymentOption.MERCHANT_CONNECTOR_DETAILS.fieldName());

    private final Sealing sealing;
    private final PaymentOperations operations;

    PaymentActs(Sealing sealing, PaymentOperations operations) {
        this.sealing = sealing;
        this.operations = operations;
    }

    /**
     * Captures.
     *
     * @param body a checked CaptureRequest
     */
    public PaymentDocument capture(
            Call call, String merchantId, String paymentId, ObjectNode body) {
        var id = PaymentIds.require(paymentId);
        var type = text(body, "capture_type");
        return operations.run(
                call,
                merchantId,
                id,
                CapturePayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(id)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setAmountToCapture(number(body, "amount_to_capture"))
                        .setRefundUncapturedAmount(
                                Boolean.TRUE.equals(flag(body, "refund_uncaptured_amount")))
                        .setCaptureType(type == null ? "connector" : type)
                        .setDetails(sealing.carry(body, CAPTURE_DETAILS, merchantId, id))
                        .build());
    }

    /**
     * Cancels.
     *
     * @param body a checked CancelRequest
     */
    public PaymentDocument cancel(Call call, String merchantId, String paymentId, ObjectNode body) {
        var id = PaymentIds.require(paymentId);
        return operations.run(
                call,
                merchantId,
                id,
                CancelPayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(id)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setCancellationReason(text(body, "cancellation_reason"))
                        .setDetails(sealing.carry(body, CANCEL_DETAILS, merchantId, id))
                        .build());
    }

    /** Lets a payment go on that waits for the merchant's decision. */
    public PaymentDocument approve(Call call, String merchantId, String paymentId) {
        var id = PaymentIds.require(paymentId);
        return operations.run(
                call,
                merchantId,
                id,
                ApprovePayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(id)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .build());
    }

    /**
     * Ends a payment that waits for the merchant's decision.
     *
     * @param body a checked RejectRequest
     */
    public PaymentDocument reject(Call call, String merchantId, String paymentId, ObjectNode body) {
        var id = PaymentIds.require(paymentId);
        return operations.run(
                call,
                merchantId,
                id,
                RejectPayment.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(id)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setReason(text(body, "reason"))
                        .build());
    }

    /**
     * Records that unwanted money was seen to at the provider.
     *
     * @param body a checked UnwantedMoneySettlementRequest
     */
    public PaymentDocument settleUnwantedMoney(
            Call call, String merchantId, String paymentId, ObjectNode body) {
        var id = PaymentIds.require(paymentId);
        return operations.run(
                call,
                merchantId,
                id,
                SettleUnwantedMoney.newBuilder()
                        .setMerchantId(merchantId)
                        .setPaymentId(id)
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setAttemptId(body.required("attempt_id").stringValue())
                        .setAmount(number(body, "amount"))
                        .setOperator(call.caller())
                        .setReason(body.required("reason").stringValue())
                        .build());
    }
}
