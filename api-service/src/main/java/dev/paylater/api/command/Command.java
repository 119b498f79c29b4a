package dev.paylater.api.command;

import dev.paylater.kit.kafka.MessageContext;
import org.apache.avro.specific.SpecificRecord;

/**
 * A command to be published.
 *
 * @param id message id and correlation id; the same at every repetition of the request
 */
public record Command(
        String merchantId,
        String paymentId,
        String id,
        MessageContext context,
        SpecificRecord message) {}
