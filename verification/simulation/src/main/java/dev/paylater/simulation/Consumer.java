package dev.paylater.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A process's member of a group: what it believes to have, and how far it has read. */
final class Consumer {

    /** What became known of a partition at a poll. */
    interface Assignments {

        /** A partition begins anew for this consumer, with these records already there. */
        void assigned(int partition, long end);
    }

    private final TopicGroup group;
    private final Node node;
    private final Assignments assignments;
    private final int[] generations;
    private final long[] positions;
    private @Nullable Runnable waker;
    private final IntPredicate underWay;
    private final long drainMillis;
    private boolean handling;
    private IntConsumer moved = _ -> {};
    private BooleanSupplier whenIdle = () -> false;

    /** A consumer that gives nothing away before it has polled again. */
    Consumer(TopicGroup group, Node node) {
        this(group, node, (_, _) -> {}, null, TopicGroup.SESSION_MILLIS);
    }

    /**
     * A consumer that polls on while it handles records.
     *
     * @param underWay whether a partition has records that are being handled
     * @param drainMillis how long these hold up a rebalance at most
     */
    Consumer(
            TopicGroup group,
            Node node,
            Assignments assignments,
            @Nullable IntPredicate underWay,
            long drainMillis) {
        this.underWay = underWay == null ? _ -> handling : underWay;
        this.drainMillis = drainMillis;
        this.group = group;
        this.node = node;
        this.assignments = assignments;
        this.generations = new int[group.size()];
        this.positions = new long[group.size()];
        Arrays.fill(generations, -1);
        group.join(node, this);
    }

    /** Tells of partitions that went to somebody, also of those that came back since. */
    void onMoved(IntConsumer listener) {
        moved = listener;
    }

    /** Is called before it waits for records; whether there may be some again. */
    void onIdle(BooleanSupplier listener) {
        whenIdle = listener;
    }

    String topic() {
        return group.topic;
    }

    Node node() {
        return node;
    }

    /** Whether it has records of this partition that it is not done with. */
    boolean isHandling(int partition) {
        return underWay.test(partition);
    }

    long drainMillis() {
        return drainMillis;
    }

    /** It may be done with a partition that somebody else is to have. */
    void finished() {
        group.polls(node);
    }

    void wake() {
        if (waker != null) {
            var sleeper = waker;
            waker = null;
            sleeper.run();
        }
    }

    /** The next records, in the order of their partitions; waits until there are some. */
    List<ConsumerRecord<byte[], byte[]>> poll(int most) {
        handling = false;
        while (true) {
            var records = node.isCutOff() ? List.<ConsumerRecord<byte[], byte[]>>of() : read(most);
            if (!records.isEmpty()) {
                handling = true;
                return records;
            }
            if (whenIdle.getAsBoolean()) {
                continue;
            }
            waker = node.waker();
            Coroutine.suspend();
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> read(int most) {
        group.polls(node);
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        var first = node.world.chance().below(group.size());
        for (var i = 0; i < group.size(); i++) {
            var partition = (first + i) % group.size();
            look(partition);
            while (generations[partition] >= 0 && records.size() < most) {
                var next = group.records(partition).at(positions[partition], node.world.now());
                if (next.isEmpty()) {
                    break;
                }
                records.add(next.get());
                positions[partition]++;
            }
        }
        return records;
    }

    /** Only here a consumer learns that a partition has come or gone. */
    private void look(int partition) {
        var generation = group.generation(partition, node);
        if (generation != generations[partition]) {
            moved.accept(partition);
            generations[partition] = generation;
            positions[partition] =
                    node.world.has(PlantedBug.PARTITION_READ_FROM_ITS_END)
                            ? group.records(partition).end()
                            : group.committed(partition);
            if (generation >= 0) {
                assignments.assigned(partition, group.records(partition).end());
            }
        }
    }

    /** Behind the last record that there is now. */
    long end(int partition) {
        return group.records(partition).end();
    }

    int generation(int partition) {
        return generations[partition];
    }

    /** Has these records come again at the next poll, if the partitions are still here. */
    void rewind(List<ConsumerRecord<byte[], byte[]>> records) {
        for (var one : records.reversed()) {
            if (generations[one.partition()] >= 0) {
                positions[one.partition()] = one.offset();
            }
        }
    }

    boolean commit(int partition, int generation, long offset) {
        return group.commit(partition, generation, node, offset);
    }

    /** The next poll begins here. */
    void seek(TopicPartition partition, long offset) {
        positions[partition.partition()] = offset;
    }
}
