package dev.paylater.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.RefundEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads paylater's events for a team of its own. Each event is handled at least once and in the
 * order of its payment or refund; what repeats or was overtaken is left out. An event that cannot
 * be read, or that its handler refuses to the end, goes to {@code TOPIC.GROUP.dlt} with its bytes
 * and the reason, and those after it go on. An offset is committed when its event was handled.
 *
 * <pre>{@code
 * EventConsumer.of(kafka, registry)
 *     .on(PaymentEvent.class, received -> book(received.event()))
 *     .run(List.of("payments.events"));
 * }</pre>
 */
public final class EventConsumer {

    /** What is done with an event; whatever it throws is a reason to try again. */
    @FunctionalInterface
    public interface Handler<E extends SpecificRecord> {
        void handle(Received<E> received) throws Exception;
    }

    private static final Logger log = LoggerFactory.getLogger(EventConsumer.class);
    private static final int TRIES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration REGISTRY_PAUSE = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int SUBJECTS_REMEMBERED = 100_000;

    private final Map<String, Object> reading;
    private final Map<String, Object> writing;
    private final AvroCodec codec;
    private final Positions positions;
    private final String group;
    private final Map<Class<?>, Handler<?>> handlers = new HashMap<>();
    private volatile boolean stopped;

    private EventConsumer(Map<String, Object> kafka, SchemaRegistry registry, Positions positions) {
        var group = kafka.get(ConsumerConfig.GROUP_ID_CONFIG);
        if (group == null) {
            throw new IllegalArgumentException("group.id is missing: who reads, for example shop");
        }
        this.group = group.toString();
        this.codec = AvroCodec.of(registry);
        this.positions = positions;
        reading = new HashMap<>(kafka);
        reading.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        writing = new HashMap<>(kafka);
        writing.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
    }

    /**
     * A consumer that remembers in memory how far it has read.
     *
     * @param kafka settings of a Kafka consumer: bootstrap.servers, group.id, security and the like
     */
    public static EventConsumer of(Map<String, Object> kafka, SchemaRegistry registry) {
        return of(kafka, registry, Positions.inMemory(SUBJECTS_REMEMBERED));
    }

    public static EventConsumer of(
            Map<String, Object> kafka, SchemaRegistry registry, Positions positions) {
        return new EventConsumer(kafka, registry, positions);
    }

    /** Hands events of this type over; those of types without a handler are left out. */
    public <E extends SpecificRecord> EventConsumer on(Class<E> type, Handler<E> handler) {
        handlers.put(type, handler);
        return this;
    }

    /** Reads until {@link #stop}, on the calling thread. */
    public void run(Collection<String> topics) {
        var bytes = new ByteArrayDeserializer();
        var text = new ByteArraySerializer();
        try (var consumer = new KafkaConsumer<>(reading, bytes, bytes);
                var producer = new KafkaProducer<>(writing, text, text)) {
            createDeadLetters(topics);
            consumer.subscribe(topics);
            while (!stopped) {
                commit(consumer, carry(consumer.poll(POLL), producer));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets {@link #run} end after the event that is being handled, from any thread. */
    public void stop() {
        stopped = true;
    }

    /** Where they are not there yet; without the right to it, somebody else has to. */
    private void createDeadLetters(Collection<String> topics) throws InterruptedException {
        var settings = new HashMap<>(reading);
        settings.keySet().removeIf(name -> !AdminClientConfig.configNames().contains(name));
        try (var admin = Admin.create(settings)) {
            for (var topic : topics) {
                var letters = new NewTopic(deadLetters(topic), Optional.of(1), Optional.empty());
                try {
                    var _ = admin.createTopics(List.of(letters)).all().get();
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        log.warn("{} cannot be created, create it yourself", letters.name(), e);
                    }
                }
            }
        }
    }

    private String deadLetters(String topic) {
        return "%s.%s.dlt".formatted(topic, group);
    }

    private Map<TopicPartition, OffsetAndMetadata> carry(
            ConsumerRecords<byte[], byte[]> messages, KafkaProducer<byte[], byte[]> producer)
            throws InterruptedException {
        var done = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var message : messages) {
            if (stopped) {
                break;
            }
            var reason = refusal(message);
            if (reason != null) {
                setAside(message, reason, producer);
            }
            done.put(
                    new TopicPartition(message.topic(), message.partition()),
                    new OffsetAndMetadata(message.offset() + 1));
        }
        return done;
    }

    /** Why a record belongs among the dead letters, or null when it was handled. */
    private @Nullable String refusal(ConsumerRecord<byte[], byte[]> message)
            throws InterruptedException {
        try {
            return handle(read(message));
        } catch (UnreadableMessage e) {
            return String.valueOf(e.getMessage());
        }
    }

    private SpecificRecord read(ConsumerRecord<byte[], byte[]> message)
            throws InterruptedException {
        while (true) {
            try {
                return codec.decode(message.value());
            } catch (RegistryUnavailable e) {
                log.warn("Waiting for the schema registry: {}", e.getMessage());
                Thread.sleep(REGISTRY_PAUSE);
            }
        }
    }

    private <E extends SpecificRecord> @Nullable String handle(E event)
            throws InterruptedException {
        var handler = handlerOf(event);
        var received = handler == null ? null : received(event);
        if (handler == null || received == null) {
            return null;
        }
        var refusal = handle(handler, received);
        positions.handled(received.subject(), received.sequence());
        return refusal;
    }

    private static <E extends SpecificRecord> @Nullable String handle(
            Handler<E> handler, Received<E> received) throws InterruptedException {
        var pause = FIRST_PAUSE;
        for (var tries = 1; ; tries++) {
            try {
                handler.handle(received);
                return null;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                log.warn("{} was not handled, try {}", received.subject(), tries, e);
                if (tries == TRIES) {
                    return "not handled in %s tries: %s".formatted(tries, e);
                }
            }
            Thread.sleep(pause);
            pause = pause.multipliedBy(2);
        }
    }

    /** Handlers are kept under the type that they were given with. */
    @SuppressWarnings("unchecked")
    private <E extends SpecificRecord> @Nullable Handler<E> handlerOf(E event) {
        return (Handler<E>) handlers.get(event.getClass());
    }

    /** Null for what was handled before, or was overtaken by a later event. */
    private <E extends SpecificRecord> @Nullable Received<E> received(E event) {
        return switch (event) {
            case PaymentEvent e ->
                    inTurn(event, e.getMerchantId() + "/" + e.getPaymentId(), e.getSequence());
            case RefundEvent e ->
                    inTurn(
                            event,
                            String.join(
                                    "/",
                                    e.getMerchantId(),
                                    e.getPaymentId(),
                                    e.getRefund().getRefundId()),
                            e.getSequence());
            case PaymentState e ->
                    inTurn(
                            event,
                            String.join("/", e.getMerchantId(), e.getPaymentId(), "state"),
                            e.getSequence());
            default -> new Received<>(event, event.getSchema().getFullName(), 0, 0);
        };
    }

    private <E extends SpecificRecord> @Nullable Received<E> inTurn(
            E event, String subject, long sequence) {
        var latest = positions.of(subject).orElse(0);
        return sequence <= latest
                ? null
                : new Received<>(event, subject, sequence, sequence - latest - 1);
    }

    /** Whoever has lost a partition meanwhile leaves its events to whoever has it. */
    private static void commit(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> done) {
        try {
            consumer.commitSync(done);
        } catch (CommitFailedException e) {
            log.warn("A commit failed, events will come again: {}", e.getMessage());
        }
    }

    /** Durable on return: otherwise its offset could be committed and nobody would ever see it. */
    private void setAside(
            ConsumerRecord<byte[], byte[]> message,
            String reason,
            KafkaProducer<byte[], byte[]> producer)
            throws InterruptedException {
        var letter =
                new ProducerRecord<>(
                        deadLetters(message.topic()), null, message.key(), message.value());
        message.headers().forEach(letter.headers()::add);
        Map.of(
                        DeadLetter.ORIGINAL_TOPIC, message.topic(),
                        DeadLetter.ORIGINAL_PARTITION, Integer.toString(message.partition()),
                        DeadLetter.ORIGINAL_OFFSET, Long.toString(message.offset()),
                        DeadLetter.REASON, reason)
                .forEach((name, value) -> letter.headers().add(name, value.getBytes(UTF_8)));
        try {
            var _ = producer.send(letter).get();
        } catch (ExecutionException e) {
            throw new KafkaException("A dead letter cannot be written", e.getCause());
        }
    }
}
