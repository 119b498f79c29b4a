package dev.paylater.kernel.command;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessagePublisher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the polls of a consumer have caused that was sent and is not known to be durable yet. The
 * next poll is read, decided and written meanwhile; before anything more is sent, and before an
 * offset is committed, all of it has to be durable. If it is not, its polls come again and nothing
 * behind them is committed; each of their sends is waited for then, so that a failure shows in the
 * batch that it is about. For the thread of the consumer alone.
 */
public final class PendingSends {

    private static final Logger log = LoggerFactory.getLogger(PendingSends.class);

    private final BatchSize size = new BatchSize();
    private final List<CompletableFuture<@Nullable Void>> sends = new ArrayList<>();
    private @Nullable CrashPoint afterSend;

    /** The first offset of the polls that these sends belong to. */
    private final Map<TopicPartition, Long> starts = new HashMap<>();

    /** The offset behind the last record that has been handled. */
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    /** Where records have to come again from. */
    private final Map<TopicPartition, Long> lost = new HashMap<>();

    /** Up to where the sends of records that have come again are waited for. */
    private final Map<TopicPartition, Long> waitedFor = new HashMap<>();

    /** A consumer of which the sends are kept. */
    public interface Owner {

        PendingSends pendingSends();

        /** When it began to poll last, by {@link System#nanoTime}. */
        long polledAt();
    }

    /**
     * More was sent.
     *
     * @param afterSend reached when all of it is durable
     */
    void add(List<CompletableFuture<@Nullable Void>> acknowledgements, CrashPoint afterSend) {
        if (waitedFor.isEmpty()) {
            sends.addAll(acknowledgements);
            this.afterSend = afterSend;
        } else {
            acknowledgements.forEach(MessagePublisher::await);
            afterSend.reached();
        }
    }

    /**
     * Returns when everything that was sent is durable.
     *
     * @throws BatchInterrupted when that is not known, so that it has to be sent again
     */
    void await() {
        try {
            sends.forEach(MessagePublisher::await);
        } catch (RuntimeException e) {
            sends.clear();
            goBack();
            throw new BatchInterrupted("It is not known whether all sent before is durable: " + e);
        }
        starts.clear();
        if (!sends.isEmpty()) {
            sends.clear();
            if (afterSend != null) {
                afterSend.reached();
            }
        }
    }

    private void goBack() {
        starts.forEach(
                (partition, start) -> {
                    waitedFor.merge(partition, ends.getOrDefault(partition, start), Math::max);
                    ends.put(partition, start);
                    lost.put(partition, start);
                });
        starts.clear();
    }

    /** These have been handled; what they caused is durable or among the sends. */
    public void handled(Collection<ConsumerRecord<byte[], byte[]>> records) {
        for (var one : records) {
            var partition = new TopicPartition(one.topic(), one.partition());
            ends.put(partition, one.offset() + 1);
            waitedFor.computeIfPresent(partition, (_, end) -> one.offset() + 1 < end ? end : null);
            if (!sends.isEmpty()) {
                starts.merge(partition, one.offset(), Math::min);
            }
        }
    }

    /** How many records the consumer's next round takes. */
    BatchSize size() {
        return size;
    }

    /** These were polled and have not been handled. */
    void comeAgain(Collection<ConsumerRecord<byte[], byte[]>> records) {
        for (var one : records) {
            var partition = new TopicPartition(one.topic(), one.partition());
            lost.merge(partition, one.offset(), Math::min);
            ends.merge(partition, one.offset(), Math::min);
        }
    }

    /**
     * Waits for what was sent, and gives the same offsets or, where records have to come again, the
     * lower ones up to which everything is durable.
     */
    public Map<TopicPartition, OffsetAndMetadata> durable(
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            await();
        } catch (BatchInterrupted e) {
            log.warn("Records are polled again. {}", e.getMessage());
        }
        var durable = new HashMap<>(offsets);
        durable.replaceAll(
                (partition, offset) -> {
                    var end = ends.get(partition);
                    return end == null || offset.offset() <= end
                            ? offset
                            : new OffsetAndMetadata(end);
                });
        return durable;
    }

    /**
     * Before a poll: lets the records come again whose sends have failed.
     *
     * @param seek sets the offset that a partition is polled from
     */
    public void rewind(ObjLongConsumer<TopicPartition> seek) {
        lost.forEach(seek::accept);
        lost.clear();
    }

    /**
     * These partitions are somebody else's. If they come back, they begin where that one has
     * committed: what it took as done must not be decided here once more.
     */
    public void forget(Collection<TopicPartition> partitions) {
        starts.keySet().removeAll(partitions);
        ends.keySet().removeAll(partitions);
        lost.keySet().removeAll(partitions);
        waitedFor.keySet().removeAll(partitions);
    }
}
