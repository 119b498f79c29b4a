package dev.paylater.launcher.topic;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Reads topics from their beginning to where they end now, and stops. */
public final class WholeTopic {
    private static final Duration POLL = Duration.ofMillis(500);

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

    public static <E extends Exception> void read(
            KafkaConsumer<byte[], byte[]> consumer, Handler<E> handler) throws E {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream()
                .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (var record : consumer.poll(POLL)) {
                handler.handle(record);
            }
        }
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }
}
