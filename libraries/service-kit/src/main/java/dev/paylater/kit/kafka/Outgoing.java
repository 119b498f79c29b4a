package dev.paylater.kit.kafka;

import dev.paylater.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent.
 *
 * @param key {@link Topic#key merchant and payment}; decides the partition unless one is named
 * @param messageId the same at every attempt to send this message
 * @param context what caused it and whose request it belongs to
 */
public record Outgoing(
        String topic,
        String key,
        @Nullable Integer partition,
        String messageId,
        MessageContext context,
        SpecificRecord value) {

    public static Outgoing of(
            String topic,
            String key,
            String messageId,
            MessageContext context,
            SpecificRecord value) {
        return new Outgoing(topic, key, null, messageId, context, value);
    }
}
