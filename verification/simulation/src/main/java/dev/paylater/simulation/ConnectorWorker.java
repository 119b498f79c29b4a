package dev.paylater.simulation;

import dev.paylater.connector.kafka.Progress;
import dev.paylater.connector.kafka.RequestHandler;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The poll loop of one connector with the real progress of each partition, in virtual time. */
final class ConnectorWorker {

    private static final int COMMIT_MILLIS = 100;

    /** As long as the real one holds a rebalance up for its calls. */
    private static final long REVOKE_DRAIN_MILLIS = 2_000;

    private final ConnectorNode node;
    private final RequestHandler handler;
    private final Consumer consumer;
    private final @Nullable Progress[] progress;
    private final int[] underWay;

    ConnectorWorker(ConnectorNode node, TopicGroup group, RequestHandler handler) {
        this.node = node;
        this.handler = handler;
        this.progress = new Progress[group.size()];
        this.underWay = new int[group.size()];
        var drains = node.world.chance().knows(Circumstance.KEYLESS);
        this.consumer =
                new Consumer(
                        group,
                        node,
                        this::begin,
                        partition -> drains && underWay[partition] > 0,
                        REVOKE_DRAIN_MILLIS);
    }

    private void begin(int partition, long end) {
        var begun = new Progress();
        if (!node.world.chance().knows(Circumstance.ENDS_LATE) || node.world.chance().once(2)) {
            begun.endedAt(end);
        }
        progress[partition] = begun;
        underWay[partition] = 0;
    }

    /** Never returns. */
    void run() {
        while (true) {
            for (var message : consumer.poll(1)) {
                start(message, message.partition());
                learnEnd(message.partition());
            }
        }
    }

    private void start(ConsumerRecord<byte[], byte[]> message, int partition) {
        var known = progress[partition];
        if (known == null) {
            throw new IllegalStateException("A record of a partition that was never assigned");
        }
        var started = known.start(message.offset());
        var mayHaveBeenTried = known.mayHaveBeenTried(message.offset());
        underWay[partition]++;
        node.spawn(
                () -> {
                    handler.handle(message, mayHaveBeenTried);
                    known.finish(started);
                    if (known.equals(progress[partition])) {
                        underWay[partition]--;
                        consumer.finished();
                    }
                    node.sleep(node.world.chance().below(COMMIT_MILLIS));
                    commit(known, partition);
                });
    }

    private void learnEnd(int partition) {
        var known = progress[partition];
        if (known != null
                && !known.isEndKnown()
                && !node.world.has(PlantedBug.ENDS_NEVER_LEARNED)
                && node.world.chance().once(2)) {
            known.endedAt(consumer.end(partition));
        }
    }

    private void commit(Progress known, int partition) {
        var upTo = known.finishedUpTo();
        if (upTo >= 0 && known.equals(progress[partition])) {
            consumer.commit(partition, consumer.generation(partition), upTo);
        }
    }
}
