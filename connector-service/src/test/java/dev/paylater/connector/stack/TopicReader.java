package dev.paylater.connector.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is published to a topic from the moment it was made. */
public final class TopicReader implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

    public TopicReader(Stack stack, String topic) {
        consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", stack.bootstrap()),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
        var partitions =
                consumer.partitionsFor(topic).stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    /** The first record of which this is true, waiting for it. */
    public ConsumerRecord<byte[], byte[]> await(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            var found = seen.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            consumer.poll(Duration.ofMillis(100)).forEach(seen::add);
        }
        throw new AssertionError("It did not come; what came is " + seen.size() + " others");
    }

    /** How many such records have come until nothing more comes. */
    public long count(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        var more = consumer.poll(Duration.ofMillis(300));
        while (!more.isEmpty()) {
            more.forEach(seen::add);
            more = consumer.poll(Duration.ofMillis(300));
        }
        return seen.stream().filter(wanted).count();
    }

    public static String header(ConsumerRecord<byte[], byte[]> message, String name) {
        var header = message.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
