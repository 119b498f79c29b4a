package dev.paylater.ops.topic;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads topics from their beginning to where they end now, and stops. */
public final class WholeTopic {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private WholeTopic() {}

    public interface Handler<E extends Exception> {
        void handle(ConsumerRecord<byte[], byte[]> record) throws E;
    }

    public static Collection<TopicPartition> assign(
            KafkaConsumer<byte[], byte[]> consumer, Predicate<String> topics) {
        var partitions =
                consumer.listTopics().values().stream()
                        .flatMap(Collection::stream)
                        .filter(info -> topics.test(info.topic()))
                        .map(WholeTopic::partition)
                        .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return partitions;
    }

    /**
     * From when on the topic has everything, in milliseconds since 1970: 0 where nothing was ever
     * deleted from it.
     *
     * @param retention for how long a record is kept at least
     */
    public static long completeSince(
            KafkaConsumer<byte[], byte[]> consumer,
            Collection<TopicPartition> partitions,
            Duration retention) {
        boolean isWhole =
                consumer.beginningOffsets(partitions).values().stream()
                        .allMatch(first -> first == 0);
        return isWhole ? 0 : Instant.now().minus(retention).toEpochMilli();
    }

    /**
     * Reads to where the partitions end now.
     *
     * @throws TimeoutException when Kafka sends nothing for half a minute
     */
    public static <E extends Exception> void read(
            KafkaConsumer<byte[], byte[]> consumer, Handler<E> handler) throws E {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        long heard = System.nanoTime();
        while (ends.entrySet().stream()
                .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            var records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                heard = System.nanoTime();
            } else if (System.nanoTime() - heard > PATIENCE.toNanos()) {
                throw new TimeoutException("Kafka sends nothing of " + consumer.assignment());
            }
            for (var record : records) {
                handler.handle(record);
            }
        }
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }
}
