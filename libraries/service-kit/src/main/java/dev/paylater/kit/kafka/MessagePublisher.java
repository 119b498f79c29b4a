package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.schemas.MessageHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Sends messages and tells when all in-sync replicas have them. */
public final class MessagePublisher implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final Producer<byte[], byte[]> producer;
    private final AvroCodec codec;

    public MessagePublisher(Producer<byte[], byte[]> producer, AvroCodec codec) {
        this.producer = producer;
        this.codec = codec;
    }

    /**
     * Completes when the message is durable; fails with a {@link KafkaException} or {@link
     * RegistryUnavailable} when that is not known.
     */
    public CompletableFuture<@Nullable Void> publish(Outgoing message) {
        try {
            var outgoing =
                    new ProducerRecord<>(
                            message.topic(),
                            message.partition(),
                            message.key().getBytes(UTF_8),
                            codec.encode(message.topic(), message.value()));
            var headers = outgoing.headers();
            headers.add(MessageHeaders.MESSAGE_ID, message.messageId().getBytes(UTF_8));
            var context = message.context();
            if (context.causationId() != null) {
                headers.add(MessageHeaders.CAUSATION_ID, context.causationId().getBytes(UTF_8));
            }
            if (context.requestId() != null) {
                headers.add(MessageHeaders.REQUEST_ID, context.requestId().getBytes(UTF_8));
            }
            if (context.traceparent() != null) {
                headers.add(MessageHeaders.TRACEPARENT, context.traceparent().getBytes(UTF_8));
            }
            return send(outgoing);
        } catch (KafkaException | RegistryUnavailable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Sends all and returns when all are durable; throws the first failure. */
    public void publishAll(Collection<Outgoing> messages) {
        var acknowledgements = new ArrayList<CompletableFuture<@Nullable Void>>(messages.size());
        for (var message : messages) {
            acknowledgements.add(publish(message));
        }
        for (var acknowledgement : acknowledgements) {
            await(acknowledgement);
        }
    }

    static void await(CompletableFuture<@Nullable Void> acknowledgement) {
        try {
            acknowledgement.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    CompletableFuture<@Nullable Void> send(ProducerRecord<byte[], byte[]> outgoing) {
        var acknowledgement = new CompletableFuture<@Nullable Void>();
        var _ =
                producer.send(
                        outgoing,
                        (_, failure) -> {
                            if (failure == null) {
                                acknowledgement.complete(null);
                            } else {
                                acknowledgement.completeExceptionally(failure);
                            }
                        });
        return acknowledgement;
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
