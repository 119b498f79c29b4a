package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.MessageHeaders;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Turns records into messages. */
public final class MessageReader {

    private final AvroCodec codec;

    public MessageReader(AvroCodec codec) {
        this.codec = codec;
    }

    /**
     * Decodes a record and the headers that every message has.
     *
     * @throws UnreadableMessage when the record is no message of ours
     * @throws RegistryUnavailable when its schema cannot be fetched now
     */
    public Incoming read(ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.key() == null || consumed.value() == null) {
            throw new UnreadableMessage("key or value is missing", null);
        }
        var messageId = text(consumed.headers(), MessageHeaders.MESSAGE_ID);
        if (messageId == null) {
            throw new UnreadableMessage("header message-id is missing", null);
        }
        return new Incoming(
                new String(consumed.key(), StandardCharsets.UTF_8),
                messageId,
                new MessageContext(
                        text(consumed.headers(), MessageHeaders.CAUSATION_ID),
                        text(consumed.headers(), MessageHeaders.REQUEST_ID),
                        text(consumed.headers(), MessageHeaders.TRACEPARENT)),
                codec.decode(consumed.value()),
                consumed.value().length);
    }

    private static @Nullable String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null
                ? null
                : new String(header.value(), StandardCharsets.UTF_8);
    }
}
