package dev.paylater.launcher.topic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads the dead-letter topics and puts letters back where they came from. What has been put back
 * is remembered as the offset of a consumer group, so that nothing is replayed twice by accident.
 */
public final class DeadLetterOffice implements AutoCloseable {
    private static final String GROUP = "paylater-dlq-replay";

    /** More than any topic takes. */
    private static final int MAX_LETTER_BYTES = 4 * 1024 * 1024;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String bootstrap;

    public DeadLetterOffice(String bootstrap) {
        this.bootstrap = bootstrap;
        this.consumer =
                new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap,
                                ConsumerConfig.GROUP_ID_CONFIG,
                                GROUP,
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                                false,
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                10_000),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
    }

    public List<DeadLetter> all() {
        Set<TopicPartition> partitions =
                Set.copyOf(WholeTopic.assign(consumer, DeadLetter::isDeadLetterTopic));
        Map<TopicPartition, Long> replayed = replayedUpTo(partitions);
        List<DeadLetter> letters = new ArrayList<>();
        WholeTopic.read(
                consumer,
                kept -> {
                    var from = new TopicPartition(kept.topic(), kept.partition());
                    boolean done = kept.offset() < replayed.getOrDefault(from, 0L);
                    letters.add(new DeadLetter(kept, done));
                });
        return letters;
    }

    private Map<TopicPartition, Long> replayedUpTo(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        consumer.committed(partitions)
                .forEach(
                        (partition, committed) -> {
                            // Kafka tells "nothing committed" as null.
                            if (committed != null) {
                                offsets.put(partition, committed.offset());
                            }
                        });
        return offsets;
    }

    /** Puts the letters back and returns when Kafka has them for certain. */
    public void replay(List<DeadLetter> letters) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> progress = new HashMap<>();
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap,
                                ProducerConfig.ACKS_CONFIG,
                                "all",
                                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                                MAX_LETTER_BYTES),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (DeadLetter letter : letters) {
                sent.add(producer.send(letter.original()));
                progress.merge(
                        new TopicPartition(letter.kept().topic(), letter.kept().partition()),
                        new OffsetAndMetadata(letter.kept().offset() + 1),
                        (a, b) -> a.offset() > b.offset() ? a : b);
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
        consumer.commitSync(progress);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
