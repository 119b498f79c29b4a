package dev.paylater.connector.kafka;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.ConsumerProgress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one topic and hands each record to a thread of its own, so that a slow call holds up
 * nothing; commits what is finished without a gap. The poll thread itself never waits for a record,
 * except briefly when it has to give partitions away.
 */
final class PollLoop implements ConsumerRebalanceListener {

    /** Handles a record completely: when it returns, the record need not come again. */
    interface Handler {
        void handle(ConsumerRecord<byte[], byte[]> message, boolean mayHaveBeenTried);
    }

    private static final Logger log = LoggerFactory.getLogger(PollLoop.class);
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);
    private static final Duration IDLE_POLL = Duration.ofMillis(500);
    private static final Duration REVOKE_DRAIN = Duration.ofSeconds(2);
    private static final Duration STOP_DRAIN = Duration.ofSeconds(5);
    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(2);

    /** A record that takes long must not let the finished ones behind it pile up without end. */
    private static final int UNCOMMITTED_PER_IN_FLIGHT = 10;

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final Handler handler;
    private final int maxInFlight;
    private final ThreadFactory threads;
    private final Partitions partitions = new Partitions();
    private long lastCommit = System.nanoTime();
    private volatile boolean stopping;
    private volatile boolean joined;

    PollLoop(
            Consumer<byte[], byte[]> consumer,
            String topic,
            int maxInFlight,
            ThreadFactory threads,
            Handler handler) {
        this.consumer = consumer;
        this.topic = topic;
        this.maxInFlight = maxInFlight;
        this.threads = threads;
        this.handler = handler;
    }

    /** Returns after {@link #stop}; throws when the consumer cannot go on. */
    void run() {
        try {
            consumer.subscribe(List.of(topic), this);
            while (!stopping) {
                cycle();
            }
        } finally {
            leave();
        }
    }

    /** One turn: poll, start, hold back, commit. */
    void cycle() {
        var busy = partitions.uncommitted() > 0 || !partitions.toCommit().isEmpty();
        var messages = consumer.poll(busy ? COMMIT_INTERVAL : IDLE_POLL);
        messages.forEach(this::start);
        learnEnds(partitions.withoutEnd(messages.partitions()));
        holdBack();
        if (System.nanoTime() - lastCommit >= COMMIT_INTERVAL.toNanos()) {
            lastCommit = System.nanoTime();
            commit();
        }
    }

    /** The loop ends with its turn; waking it up could hit the last commit instead of the poll. */
    void stop() {
        stopping = true;
    }

    boolean joined() {
        return joined;
    }

    Optional<String> trouble() {
        return ConsumerProgress.trouble(topic, consumer.metrics().values());
    }

    Collection<? extends Metric> consumerMetrics() {
        return consumer.metrics().values();
    }

    int inFlight() {
        return partitions.inFlight();
    }

    private void start(ConsumerRecord<byte[], byte[]> message) {
        var progress = partitions.of(new TopicPartition(message.topic(), message.partition()));
        if (progress == null) {
            return;
        }
        var started = progress.start(message.offset());
        var mayHaveBeenTried = progress.mayHaveBeenTried(message.offset());
        threads.newThread(
                        () -> {
                            handler.handle(message, mayHaveBeenTried);
                            progress.finish(started);
                        })
                .start();
    }

    /**
     * Pauses are applied in every turn, since partitions that were just assigned are not paused.
     */
    private void holdBack() {
        if (partitions.inFlight() >= maxInFlight
                || partitions.uncommitted() >= maxInFlight * UNCOMMITTED_PER_IN_FLIGHT) {
            consumer.pause(consumer.assignment());
        } else if (!consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
    }

    private void commit() {
        var offsets = partitions.toCommit();
        if (!offsets.isEmpty()) {
            consumer.commitAsync(offsets, this::committed);
        }
    }

    /** A commit that failed is simply made again: what is finished stays finished. */
    private void committed(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        if (failure == null) {
            partitions.markCommitted(offsets);
            CrashPoint.CONNECTOR_AFTER_COMMIT.reached();
        } else {
            log.warn("Commit on {} failed and will be retried: {}", topic, failure.toString());
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        assigned.forEach(partitions::add);
        learnEnds(assigned);
        joined = true;
        log.info("Worker of {} has {} more partitions", topic, assigned.size());
    }

    /**
     * No earlier owner had a record that lies behind the end: a new leader does not give one below
     * what its predecessor has shown (KIP-207). When the ends are not to be had, as with a broker
     * that is away, every record counts as one that may have been tried, and they are asked for
     * again with the next ones that come.
     */
    private void learnEnds(Collection<TopicPartition> unknown) {
        try {
            if (!unknown.isEmpty()) {
                consumer.endOffsets(unknown, BROKER_PATIENCE).forEach(partitions::endedAt);
            }
        } catch (KafkaException e) {
            // Usual while its topics are being made, and it is asked for again.
            log.info("End offsets of {} are not known yet: {}", topic, e.toString());
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        finish(revoked, REVOKE_DRAIN);
    }

    /** Somebody else has them already: committing would be refused, or worse, accepted. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        partitions.drop(lost);
    }

    private void finish(Collection<TopicPartition> leaving, Duration drain) {
        try {
            partitions.awaitIdle(leaving, drain);
            var offsets = partitions.toCommit(leaving);
            if (!offsets.isEmpty()) {
                consumer.commitSync(offsets, BROKER_PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException e) {
            log.warn("Last commit on {} failed, records will come again: {}", topic, e.toString());
        } finally {
            partitions.drop(leaving);
        }
    }

    private void leave() {
        finish(List.copyOf(partitions.all()), stopping ? STOP_DRAIN : Duration.ZERO);
        consumer.close(
                CloseOptions.timeout(BROKER_PATIENCE)
                        .withGroupMembershipOperation(
                                stopping
                                        ? GroupMembershipOperation.LEAVE_GROUP
                                        : GroupMembershipOperation.REMAIN_IN_GROUP));
    }
}
