package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Everything that lies in a topic. */
final class WholeTopic {

    private static final Duration POLL = Duration.ofSeconds(1);

    private WholeTopic() {}

    static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = consumer()) {
            var partitions =
                    consumer.partitionsFor(topic).stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .toList();
            var ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (partitions.stream()
                    .anyMatch(p -> consumer.position(p) < Objects.requireNonNull(ends.get(p)))) {
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    private static KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    static String bootstrap() {
        return "127.0.0.1:" + (9092 + Script.PORT_OFFSET);
    }
}
