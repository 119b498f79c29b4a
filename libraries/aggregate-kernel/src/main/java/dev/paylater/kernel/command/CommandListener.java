package dev.paylater.kernel.command;

import dev.paylater.kit.CrashPoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
 * record makes it seek back to that one, instead of keeping the batch. A poll with refusals is
 * committed here and at once, so that they can be answered.
 */
public final class CommandListener implements BatchConsumerAwareMessageListener<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(CommandListener.class);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(3);

    /** What handles a poll. */
    @FunctionalInterface
    public interface Batch {

        /**
         * See {@link CommandBatch#process}.
         *
         * @return what answers refusals, once the offsets are committed
         */
        Optional<Runnable> process(
                List<ConsumerRecord<byte[], byte[]>> consumed, PendingSends pending);
    }

    private final Batch batch;
    private final CrashPoint afterCommit;

    public CommandListener(Batch batch, CrashPoint afterCommit) {
        this.batch = batch;
        this.afterCommit = afterCommit;
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<byte[], byte[]>> consumed, @Nullable Consumer<?, ?> consumer) {
        var committing = Objects.requireNonNull(consumer, "The container gives its consumer");
        handle(
                consumed,
                ((PendingSends.Owner) committing).pendingSends(),
                () -> {
                    committing.commitSync(ends(consumed), COMMIT_TIMEOUT);
                    afterCommit.reached();
                });
    }

    /**
     * Handles a poll.
     *
     * @param pending takes what these records cause
     * @param commit returns when the offsets of all these records are committed
     * @throws BatchListenerFailedException when the records have to come again
     */
    public void handle(
            List<ConsumerRecord<byte[], byte[]>> consumed, PendingSends pending, Runnable commit) {
        Optional<Runnable> answers;
        try {
            answers = batch.process(consumed, pending);
        } catch (RuntimeException e) {
            throw new BatchListenerFailedException("The batch is polled again", e, 0);
        }
        pending.handled(consumed);
        answers.ifPresent(refusals -> answer(refusals, commit));
    }

    /**
     * A commit that failed may have been made all the same, so the records must not be handled once
     * more here: what they caused then would not be sent again after a crash. Who waits in vain is
     * told that the outcome is not known.
     */
    private static void answer(Runnable refusals, Runnable commit) {
        try {
            commit.run();
            refusals.run();
        } catch (RuntimeException e) {
            log.warn("Refusals are not answered: {}", e.toString());
        }
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
