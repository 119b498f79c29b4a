package dev.paylater.simulation;

import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Topics in partitions. What is in them stays, in its order; it may become visible late. */
final class MemoryLog {

    private static final Map<String, Integer> PARTITIONS =
            Map.of(
                    Topic.PAYMENT_COMMANDS.name(), 3,
                    Topic.REFUND_COMMANDS.name(), 2,
                    Topic.ofConnector("sandbox").name(), 3);
    private static final long LONGEST_DELAY_MILLIS = 100_000;

    /** One partition's records, and from when on each can be read. */
    static final class Partition {

        private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        private final List<Long> visibleFrom = new ArrayList<>();

        long end() {
            return records.size();
        }

        /** From when on the record at the offset could be read, if it is there. */
        Optional<Long> visibleFrom(long offset) {
            return offset < records.size()
                    ? Optional.of(visibleFrom.get((int) offset))
                    : Optional.empty();
        }

        /** The record at the offset, if it is there and visible. */
        Optional<ConsumerRecord<byte[], byte[]>> at(long offset, long now) {
            return offset < records.size() && visibleFrom.get((int) offset) <= now
                    ? Optional.of(records.get((int) offset))
                    : Optional.empty();
        }
    }

    private final World world;
    private final Map<String, List<Partition>> topics = new LinkedHashMap<>();
    private final Map<String, Runnable> readers = new HashMap<>();

    MemoryLog(World world) {
        this.world = world;
    }

    List<Partition> partitions(String topic) {
        return topics.computeIfAbsent(
                topic,
                _ -> {
                    var partitions = new ArrayList<Partition>();
                    for (var i = 0; i < PARTITIONS.getOrDefault(topic, 1); i++) {
                        partitions.add(new Partition());
                    }
                    return partitions;
                });
    }

    /** All records of a topic. */
    List<ConsumerRecord<byte[], byte[]>> all(String topic) {
        return partitions(topic).stream().flatMap(p -> p.records.stream()).toList();
    }

    List<String> topics() {
        return List.copyOf(topics.keySet());
    }

    /** Is told whenever something can be read that could not be read before. */
    void onNews(String topic, Runnable reader) {
        readers.put(topic, reader);
    }

    void append(ProducerRecord<byte[], byte[]> sent) {
        var chance = world.chance();
        add(sent, chance.strikes(Fault.RECORD_LATE) ? chance.below((int) LONGEST_DELAY_MILLIS) : 0);
        if (chance.strikes(Fault.RECORD_TWICE)) {
            world.tell("log", "%s has a record twice", sent.topic());
            add(sent, 0);
        }
    }

    private void add(ProducerRecord<byte[], byte[]> sent, long delay) {
        var partitions = partitions(sent.topic());
        var index = Math.floorMod(Arrays.hashCode(sent.key()), partitions.size());
        var partition = partitions.get(index);
        var visible = world.now() + delay;
        if (!partition.visibleFrom.isEmpty()) {
            visible = Math.max(visible, partition.visibleFrom.getLast());
        }
        partition.visibleFrom.add(visible);
        partition.records.add(
                new ConsumerRecord<>(
                        sent.topic(),
                        index,
                        partition.records.size(),
                        0L,
                        TimestampType.CREATE_TIME,
                        sent.key().length,
                        sent.value().length,
                        sent.key(),
                        sent.value(),
                        new RecordHeaders(sent.headers()),
                        Optional.empty()));
        var reader = readers.get(sent.topic());
        if (reader != null) {
            world.after(visible - world.now(), reader);
        }
    }
}
