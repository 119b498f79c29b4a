package dev.paylater.refund.kafka;

import dev.paylater.kernel.command.Received;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.refund.core.RefundCommand;

/**
 * A command for a refund as it came in; its order is kept among all commands of the payment.
 *
 * @param documentId {@code <merchant_id>/<refund_id>}
 */
public record RefundRequest(Incoming message, String documentId, RefundCommand command)
        implements Received {}
