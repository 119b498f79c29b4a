package dev.paylater.kernel.command;

import dev.paylater.kit.CrashPoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchConsumerAwareMessageListener;
import org.springframework.kafka.listener.BatchListenerFailedException;

/**
 * What the container calls with each poll: it commits some time after this has returned and what
 * was sent is durable, and polls the same records again after this has thrown. Naming the first
 * record makes it seek back to that one, instead of keeping the batch. A poll is handled in one
 * round, or in several where one takes too long; what is left after a while, or after a round that
 * failed behind others, is polled again. A round with refusals is committed here and at once, so
 * that they can be answered.
 */
public final class CommandListener implements BatchConsumerAwareMessageListener<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(CommandListener.class);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(3);

    /** A member that polls no more holds up everybody's rebalance. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    /** What handles a round. */
    @FunctionalInterface
    public interface Batch {

        /**
         * See {@link CommandBatch#process}.
         *
         * @return what answers refusals, once the offsets are committed
         */
        Optional<Runnable> process(
                List<ConsumerRecord<byte[], byte[]>> consumed, PendingSends pending, Lease lease);
    }

    /** What commits offsets at once; throws when they are not known to be committed. */
    @FunctionalInterface
    public interface Committing {
        void commit(Map<TopicPartition, OffsetAndMetadata> offsets);
    }

    private final Batch batch;
    private final CrashPoint afterCommit;
    private final LongSupplier nanoTime;

    public CommandListener(Batch batch, CrashPoint afterCommit) {
        this(batch, afterCommit, System::nanoTime);
    }

    /**
     * A listener.
     *
     * @param nanoTime {@link System#nanoTime}, or the simulation's
     */
    public CommandListener(Batch batch, CrashPoint afterCommit, LongSupplier nanoTime) {
        this.batch = batch;
        this.afterCommit = afterCommit;
        this.nanoTime = nanoTime;
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<byte[], byte[]>> consumed, @Nullable Consumer<?, ?> consumer) {
        var committing = Objects.requireNonNull(consumer, "The container gives its consumer");
        var owner = (PendingSends.Owner) committing;
        handle(
                consumed,
                owner.pendingSends(),
                owner.polledAt(),
                offsets -> committing.commitSync(offsets, COMMIT_TIMEOUT));
    }

    /**
     * Handles a poll.
     *
     * @param pending takes what these records cause, and which of them come again
     * @param polledAt when they were polled, by the listener's nanoTime
     * @throws BatchListenerFailedException when all of the records have to come again
     */
    public void handle(
            List<ConsumerRecord<byte[], byte[]>> consumed,
            PendingSends pending,
            long polledAt,
            Committing committing) {
        var lastHeartbeat = polledAt;
        var rest = consumed;
        do {
            var round = pending.size().firstOf(rest);
            var lease = new Lease(nanoTime, lastHeartbeat, () -> committing.commit(starts(round)));
            try {
                handleRound(round, pending, lease, committing);
            } catch (RuntimeException e) {
                if (rest.size() == consumed.size()) {
                    throw new BatchListenerFailedException("The batch is polled again", e, 0);
                }
                log.warn("What is left of the batch is polled again: {}", e.toString());
                break;
            }
            lastHeartbeat = lease.lastHeartbeat();
            rest = rest.subList(round.size(), rest.size());
        } while (!rest.isEmpty() && nanoTime.getAsLong() - polledAt <= LONGEST.toNanos());
        pending.comeAgain(rest);
    }

    private void handleRound(
            List<ConsumerRecord<byte[], byte[]>> round,
            PendingSends pending,
            Lease lease,
            Committing committing) {
        Optional<Runnable> answers;
        try {
            answers = batch.process(round, pending, lease);
        } catch (RuntimeException e) {
            if (Failure.of(e) == Failure.PASSING) {
                pending.size().failed(round.size());
            }
            throw e;
        }
        pending.size().succeeded();
        pending.handled(round);
        answers.ifPresent(refusals -> answer(refusals, () -> committing.commit(ends(round))));
    }

    /**
     * A commit that failed may have been made all the same, so the records must not be handled once
     * more here: what they caused then would not be sent again after a crash. Who waits in vain is
     * told that the outcome is not known.
     */
    private void answer(Runnable refusals, Runnable commit) {
        try {
            commit.run();
            afterCommit.reached();
            refusals.run();
        } catch (RuntimeException e) {
            log.warn("Refusals are not answered: {}", e.toString());
        }
    }

    /** Up to where all before these records is handled. */
    private static Map<TopicPartition, OffsetAndMetadata> starts(
            List<ConsumerRecord<byte[], byte[]>> consumed) {
        var starts = new HashMap<TopicPartition, OffsetAndMetadata>();
        consumed.forEach(
                one ->
                        starts.putIfAbsent(
                                new TopicPartition(one.topic(), one.partition()),
                                new OffsetAndMetadata(one.offset())));
        return starts;
    }

    private static Map<TopicPartition, OffsetAndMetadata> ends(
            List<ConsumerRecord<byte[], byte[]>> consumed) {
        var ends = new HashMap<TopicPartition, OffsetAndMetadata>();
        consumed.forEach(
                one ->
                        ends.put(
                                new TopicPartition(one.topic(), one.partition()),
                                new OffsetAndMetadata(one.offset() + 1)));
        return ends;
    }
}
