package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnknownSchema;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.MessageHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Turns records into messages. */
public final class MessageReader {

    /** A registry of several servers may not know what one of them has registered a moment ago. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final AvroCodec codec;
    private final InstantSource clock;

    public MessageReader(AvroCodec codec) {
        this(codec, InstantSource.system());
    }

    MessageReader(AvroCodec codec, InstantSource clock) {
        this.codec = codec;
        this.clock = clock;
    }

    /**
     * Decodes a record and the headers that every message has.
     *
     * @throws UnreadableMessage when the record is no message of ours
     * @throws RegistryUnavailable when its schema cannot be fetched now, or is not known yet
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
                decode(consumed),
                consumed.value().length);
    }

    private SpecificRecord decode(ConsumerRecord<byte[], byte[]> consumed) {
        try {
            return codec.decode(consumed.value());
        } catch (UnreadableMessage e) {
            if (e.getCause() instanceof UnknownSchema && isNew(consumed)) {
                throw new RegistryUnavailable(
                        "The schema registry does not know yet what %s-%s@%s was written with"
                                .formatted(
                                        consumed.topic(), consumed.partition(), consumed.offset()),
                        e);
            }
            throw e;
        }
    }

    /** Those that were written long ago, or by a clock that is far ahead, wait for nothing. */
    private boolean isNew(ConsumerRecord<byte[], byte[]> consumed) {
        var age = Duration.ofMillis(clock.millis() - consumed.timestamp());
        return age.abs().compareTo(PATIENCE) < 0;
    }

    private static @Nullable String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null
                ? null
                : new String(header.value(), StandardCharsets.UTF_8);
    }
}
