package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.MessageSizes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages and tells when all in-sync replicas have them. A request costs the broker and this
 * process something whatever is in it, so messages that follow each other closely wait for each
 * other, as long as Kafka's linger.ms says; one that comes alone and those that are sent together
 * go at once.
 */
public final class MessagePublisher implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    /** More than a batch of one record adds to its key, value and headers. */
    private static final int FRAMING_BYTES = 1024;

    private final Producer<byte[], byte[]> producer;
    private final AvroCodec codec;
    private final Pace pace;
    private final Executor flushes;
    private volatile @Nullable Metric sent;

    public MessagePublisher(Producer<byte[], byte[]> producer, AvroCodec codec) {
        this(producer, codec, new Pace(System::nanoTime), Thread::startVirtualThread);
    }

    /**
     * Messages that go through this producer.
     *
     * @param flushes runs what returns when all that was sent so far has arrived or failed, also
     *     what others have sent
     */
    MessagePublisher(
            Producer<byte[], byte[]> producer, AvroCodec codec, Pace pace, Executor flushes) {
        this.producer = producer;
        this.codec = codec;
        this.pace = pace;
        this.flushes = flushes;
    }

    /**
     * A message as it goes on the wire. Encoding it before anything is written keeps what cannot be
     * sent from being stored.
     *
     * @throws UnpublishableMessage when it is too large or does not fit its schema
     * @throws RegistryUnavailable when the id of its schema is not known and cannot be had now
     */
    public ProducerRecord<byte[], byte[]> encode(Outgoing message) {
        var encoded =
                new ProducerRecord<>(
                        message.topic(),
                        message.partition(),
                        message.key().getBytes(UTF_8),
                        value(message));
        var headers = encoded.headers();
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
        CloudEventHeaders.addTo(headers, message.value());
        requireRoom(message, encoded);
        return encoded;
    }

    private byte[] value(Outgoing message) {
        try {
            return codec.encode(message.topic(), message.value());
        } catch (RegistryUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UnpublishableMessage(message, "does not fit its schema: " + e, e);
        }
    }

    private static void requireRoom(Outgoing message, ProducerRecord<byte[], byte[]> encoded) {
        var bytes = FRAMING_BYTES + encoded.key().length + encoded.value().length;
        for (var header : encoded.headers()) {
            bytes += header.key().length() + header.value().length;
        }
        if (bytes > MessageSizes.MAX_MESSAGE) {
            throw new UnpublishableMessage(message, "has " + bytes + " bytes", null);
        }
    }

    /**
     * Completes when the message is durable; fails with a {@link KafkaException} or {@link
     * RegistryUnavailable} when that is not known, and with {@link UnpublishableMessage} when it
     * never will be.
     */
    public CompletableFuture<@Nullable Void> publish(Outgoing message) {
        try {
            var acknowledgement = send(encode(message));
            if (!pace.isFastAfterOneMore()) {
                flush();
            }
            return acknowledgement;
        } catch (KafkaException | RegistryUnavailable | UnpublishableMessage e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Encodes and sends all, and returns when all are durable; throws the first failure. */
    public void publishAll(Collection<Outgoing> messages) {
        sendAll(messages.stream().map(this::encode).toList());
    }

    /** Sends all at once and returns when all are durable; throws the first failure. */
    public void sendAll(Collection<ProducerRecord<byte[], byte[]>> encoded) {
        send(encoded).forEach(MessagePublisher::await);
    }

    /** Sends all at once; each completes when it is durable, or with its failure. */
    public List<CompletableFuture<@Nullable Void>> send(
            Collection<ProducerRecord<byte[], byte[]>> encoded) {
        var acknowledgements = encoded.stream().map(this::send).toList();
        if (!acknowledgements.isEmpty()) {
            flush();
        }
        return acknowledgements;
    }

    /**
     * What was sent so far waits for nothing more. Nobody waits for the flush itself: it returns
     * when everything that is under way has completed, which takes seconds while one broker of
     * several is away.
     */
    private void flush() {
        flushes.execute(producer::flush);
    }

    /** Returns when the message is durable; throws why it is not. */
    public static void await(CompletableFuture<@Nullable Void> acknowledgement) {
        try {
            acknowledgement.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private CompletableFuture<@Nullable Void> send(ProducerRecord<byte[], byte[]> outgoing) {
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

    /**
     * How many records have gone out to a broker so far, whether or not they arrived. Kafka's
     * client fails a batch that expires just before it counts what it sends in the same turn.
     */
    public double sent() {
        var known = sent;
        if (known == null) {
            known = findSent();
            sent = known;
        }
        return (double) known.metricValue();
    }

    private Metric findSent() {
        return producer.metrics().entrySet().stream()
                .filter(
                        metric ->
                                metric.getKey().name().equals("record-send-total")
                                        && metric.getKey().group().equals("producer-metrics"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** How many partitions the topic has. */
    public int partitions(String topic) {
        return producer.partitionsFor(topic).size();
    }

    /** The partition that messages of this key go to. */
    public static int partition(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(UTF_8))) % partitions;
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
