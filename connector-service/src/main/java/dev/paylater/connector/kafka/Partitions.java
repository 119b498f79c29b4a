package dev.paylater.connector.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The partitions that a worker has, how far each is done, and what of that was committed. */
final class Partitions {

    private final Map<TopicPartition, Progress> progress = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();

    void add(TopicPartition partition) {
        progress.put(partition, new Progress());
        committed.remove(partition);
    }

    void endedAt(TopicPartition partition, long offset) {
        var known = progress.get(partition);
        if (known != null) {
            known.endedAt(offset);
        }
    }

    /** Those of these of which the end is not known. */
    List<TopicPartition> withoutEnd(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .filter(
                        partition -> {
                            var known = progress.get(partition);
                            return known != null && !known.isEndKnown();
                        })
                .toList();
    }

    void drop(Collection<TopicPartition> partitions) {
        partitions.forEach(
                partition -> {
                    progress.remove(partition);
                    committed.remove(partition);
                });
    }

    @Nullable Progress of(TopicPartition partition) {
        return progress.get(partition);
    }

    int inFlight() {
        return progress.values().stream().mapToInt(Progress::inFlight).sum();
    }

    int uncommitted() {
        return progress.values().stream().mapToInt(Progress::uncommitted).sum();
    }

    /** What is finished since the last commit. */
    Map<TopicPartition, OffsetAndMetadata> toCommit() {
        return toCommit(progress.keySet());
    }

    Map<TopicPartition, OffsetAndMetadata> toCommit(Collection<TopicPartition> partitions) {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var partition : partitions) {
            var known = progress.get(partition);
            var upTo = known == null ? -1 : known.finishedUpTo();
            if (upTo > committed.getOrDefault(partition, -1L)) {
                offsets.put(partition, new OffsetAndMetadata(upTo));
            }
        }
        return offsets;
    }

    void markCommitted(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach(
                (partition, offset) -> {
                    if (progress.containsKey(partition)) {
                        committed.merge(partition, offset.offset(), Math::max);
                    }
                });
    }

    /** Waits until nothing of these is in flight, but not longer than this in all. */
    void awaitIdle(Collection<TopicPartition> partitions, Duration timeout)
            throws InterruptedException {
        var deadline = System.nanoTime() + timeout.toNanos();
        for (var partition : partitions) {
            var known = progress.get(partition);
            if (known != null) {
                known.awaitIdle(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
        }
    }

    Collection<TopicPartition> all() {
        return progress.keySet();
    }
}
