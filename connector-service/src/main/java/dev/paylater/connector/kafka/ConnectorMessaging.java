package dev.paylater.connector.kafka;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests, publishes results and dead letters; each is durable on return. Until the first of
 * a kind has succeeded they go one by one, since every one of a thousand threads would ask the
 * registry for the same schema.
 */
final class ConnectorMessaging {

    private final MessageReader reader;
    private final MessagePublisher publisher;
    private final DeadLetters deadLetters;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    ConnectorMessaging(MessageReader reader, MessagePublisher publisher, DeadLetters deadLetters) {
        this.reader = reader;
        this.publisher = publisher;
        this.deadLetters = deadLetters;
    }

    Incoming read(ConsumerRecord<byte[], byte[]> message) {
        return known.contains(message.topic()) ? reader.read(message) : readFirst(message);
    }

    @Nullable Void publish(Outgoing message) {
        if (known.contains(message.topic())) {
            MessagePublisher.await(publisher.publish(message));
        } else {
            publishFirst(message);
        }
        return null;
    }

    @Nullable Void deadLetter(ConsumerRecord<byte[], byte[]> message, String reason) {
        deadLetters.setAside(message, reason);
        return null;
    }

    private synchronized Incoming readFirst(ConsumerRecord<byte[], byte[]> message) {
        var incoming = reader.read(message);
        known.add(message.topic());
        return incoming;
    }

    private synchronized void publishFirst(Outgoing message) {
        publisher.publishAll(List.of(message));
        known.add(message.topic());
    }
}
