package dev.paylater.connector.kafka;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Where requests are read and outcomes and dead letters go; each is durable on return. */
final class Outlet {

    private final MessageReader reader;
    private final MessagePublisher publisher;
    private final DeadLetters deadLetters;

    Outlet(MessageReader reader, MessagePublisher publisher, DeadLetters deadLetters) {
        this.reader = reader;
        this.publisher = publisher;
        this.deadLetters = deadLetters;
    }

    Incoming read(ConsumerRecord<byte[], byte[]> message) {
        return reader.read(message);
    }

    @Nullable Void publish(Outgoing message) {
        publisher.publishAll(List.of(message));
        return null;
    }

    @Nullable Void bury(ConsumerRecord<byte[], byte[]> message, String reason) {
        deadLetters.bury(message, reason);
        return null;
    }
}
