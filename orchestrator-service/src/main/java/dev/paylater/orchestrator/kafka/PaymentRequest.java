package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Waiter;
import dev.paylater.kernel.command.Received;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.RequestLifetime;
import dev.paylater.schemas.Topic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A message on payments.commands with what all of them have: whom it concerns, who waits. */
public record PaymentRequest(
        Incoming message, String merchantId, String paymentId, @Nullable ReplyTo replyTo)
        implements Received {

    /**
     * The command in a message.
     *
     * @throws IllegalArgumentException when its type is none of the catalogue's, or its key is not
     *     that of its payment
     */
    public static PaymentRequest of(Incoming message) {
        var command = read(message, message.value());
        if (!command.partitionKey().equals(message.key())) {
            throw new IllegalArgumentException(
                    "Key " + message.key() + " is not that of " + command.partitionKey());
        }
        return command;
    }

    private static PaymentRequest read(Incoming message, SpecificRecord value) {
        return switch (value) {
            case CreatePayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.UpdatePayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ConfirmPayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CapturePayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CancelPayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ApprovePayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.RevokeMandate c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.AcceptDispute c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ChallengeDispute c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.AddShipment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.RejectPayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.IncrementAuthorization c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CompleteAuthorization c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.AuthenticateThreeDs c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.SettleOperation c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.SettleUnwantedMoney c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.SyncPayment c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ReserveRefund c ->
                    new PaymentRequest(
                            message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.RecordRefundStatus c ->
                    new PaymentRequest(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.DeadlinePassed c ->
                    new PaymentRequest(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.RecordDispute c ->
                    new PaymentRequest(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.ConnectorOutcome c ->
                    new PaymentRequest(message, c.getMerchantId(), c.getPaymentId(), null);
            default ->
                    throw new IllegalArgumentException(
                            value.getSchema().getFullName() + " is no payment command");
        };
    }

    @Override
    public String documentId() {
        return partitionKey();
    }

    /** The key of its payment, which {@link #of} requires the message to have. */
    @Override
    public String partitionKey() {
        return Topic.key(merchantId, paymentId);
    }

    @Override
    public boolean creates() {
        return message.value() instanceof CreatePayment;
    }

    /** When the merchant's request was first made; the same at every repetition of it. */
    Instant issuedAt() {
        var field = message.value().getSchema().getField("issued_at");
        return Instant.ofEpochMilli((Long) message.value().get(field.pos()));
    }

    /**
     * Whether it must not be decided any more. What happened inside or at a provider is a fact,
     * however old.
     */
    boolean isOver(Instant now) {
        return replyTo != null && now.isAfter(issuedAt().plus(RequestLifetime.COMMAND));
    }

    boolean isAnsweredOnAcceptance() {
        return replyTo != null && replyTo.getOnAcceptance();
    }

    @Nullable Waiter sender() {
        return replyTo == null
                ? null
                : new Waiter(commandId(), replyTo.getPartition(), replyTo.getCorrelationId());
    }
}
