package dev.paylater.api.command;

import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;

/**
 * A command to be published.
 *
 * @param topic the commands of payments, or of refunds
 * @param id message id and correlation id; the same at every repetition of the request
 */
public record Command(
        Topic topic,
        String merchantId,
        String paymentId,
        String id,
        MessageContext context,
        SpecificRecord message) {}
