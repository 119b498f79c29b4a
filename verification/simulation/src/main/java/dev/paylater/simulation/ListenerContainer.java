package dev.paylater.simulation;

import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kit.CrashPoint;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Calls a service's listener as its container does: polls, commits what the listener returned from,
 * and goes back to the records that it threw for.
 */
final class ListenerContainer {

    private static final int MOST_RECORDS = 20;
    private static final long RETRY_MILLIS = 500;

    /** What the service's listener is made from. */
    interface Batch {
        Optional<Runnable> process(List<ConsumerRecord<byte[], byte[]>> records);
    }

    private final Node node;
    private final Consumer consumer;
    private final CommandListener listener;

    /**
     * A container.
     *
     * @param acknowledgedUnhandled plants a listener that returns although its batch has failed
     */
    ListenerContainer(Node node, Consumer consumer, Batch batch, PlantedBug acknowledgedUnhandled) {
        this.node = node;
        this.consumer = consumer;
        this.listener =
                new CommandListener(
                        node.world.has(acknowledgedUnhandled)
                                ? records -> swallowing(batch, records)
                                : batch::process,
                        CrashPoint.ORCHESTRATOR_AFTER_COMMIT);
    }

    private Optional<Runnable> swallowing(
            Batch batch, List<ConsumerRecord<byte[], byte[]>> records) {
        try {
            return batch.process(records);
        } catch (RuntimeException e) {
            node.world.tell(node.name, "takes as done what failed: %s", e);
            return Optional.empty();
        }
    }

    /** Never returns. */
    void run() {
        while (true) {
            var records = consumer.poll(MOST_RECORDS);
            try {
                listener.handle(records, () -> commitAtOnce(records));
            } catch (RuntimeException e) {
                node.world.tell(
                        node.name,
                        "will poll again after %s",
                        Objects.requireNonNull(e.getCause()));
                consumer.rewind(records);
                node.sleep(RETRY_MILLIS);
                continue;
            }
            commit(records);
        }
    }

    private void commitAtOnce(List<ConsumerRecord<byte[], byte[]>> records) {
        if (!commit(records)) {
            throw new CommitFailedException();
        }
    }

    private boolean commit(List<ConsumerRecord<byte[], byte[]>> records) {
        node.step("takes %d commands as done", records.size());
        return consumer.commit(records);
    }
}
