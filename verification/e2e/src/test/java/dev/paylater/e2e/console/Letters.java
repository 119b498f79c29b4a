package dev.paylater.e2e.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The keys of the records of a topic, read past every service. */
final class Letters {

    private static final Duration POLL = Duration.ofMillis(200);

    private Letters() {}

    static Stream<String> of(String topic) {
        var keys = new ArrayList<String>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                "127.0.0.1:" + (9092 + Script.PORT_OFFSET)),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            var partitions =
                    consumer.partitionsFor(topic).stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .toList();
            var ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (partitions.stream()
                    .anyMatch(p -> consumer.position(p) < Objects.requireNonNull(ends.get(p)))) {
                consumer.poll(POLL)
                        .forEach(
                                one -> {
                                    if (one.key() != null) {
                                        keys.add(new String(one.key(), UTF_8));
                                    }
                                });
            }
        }
        return keys.stream();
    }
}
