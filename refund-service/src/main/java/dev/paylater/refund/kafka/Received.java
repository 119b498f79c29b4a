package dev.paylater.refund.kafka;

import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.refund.core.RefundCommand;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A command as it came in.
 *
 * @param consumed what it was read from, for the dead letters
 * @param paymentKey what its order is kept by
 * @param refundKey which refund it is for
 */
record Received(
        ConsumerRecord<byte[], byte[]> consumed,
        String paymentKey,
        String refundKey,
        String commandId,
        MessageContext context,
        RefundCommand command) {}
