package dev.paylater.orchestrator.kafka;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A message on payments.commands with what all of them have: whom it concerns, who waits. */
record Command(Incoming message, String merchantId, String paymentId, @Nullable ReplyTo replyTo) {

    /**
     * The command in a message.
     *
     * @throws IllegalArgumentException when its type is none of the catalogue's, or its key is not
     *     that of its payment
     */
    static Command of(Incoming message) {
        var command = read(message, message.value());
        if (!command.key().equals(message.key())) {
            throw new IllegalArgumentException(
                    "Key " + message.key() + " is not that of " + command.key());
        }
        return command;
    }

    private static Command read(Incoming message, SpecificRecord value) {
        return switch (value) {
            case dev.paylater.schemas.CreatePayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.UpdatePayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ConfirmPayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CapturePayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CancelPayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ApprovePayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.RejectPayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.IncrementAuthorization c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.CompleteAuthorization c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.AuthenticateThreeDs c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.SyncPayment c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.ReserveRefund c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), c.getReplyTo());
            case dev.paylater.schemas.RecordRefundStatus c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.DeadlinePassed c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.RecordDispute c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), null);
            case dev.paylater.schemas.ConnectorOutcome c ->
                    new Command(message, c.getMerchantId(), c.getPaymentId(), null);
            default ->
                    throw new IllegalArgumentException(
                            value.getSchema().getFullName() + " is no payment command");
        };
    }

    String key() {
        return Topic.key(merchantId, paymentId);
    }

    String id() {
        return message.messageId();
    }
}
