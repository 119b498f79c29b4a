package dev.paylater.simulation;

import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kernel.command.Lease;
import dev.paylater.kernel.command.PendingSends;
import dev.paylater.kit.CrashPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Calls a service's listener as its container does: polls, commits from time to time what the
 * listener returned from, as far as it is durable, and goes back to the records that it threw for.
 */
final class ListenerContainer {

    private static final int MAX_RECORDS = 20;
    private static final long RETRY_MILLIS = 500;

    /** How far a partition was handled by its owner of a generation. */
    private record Handled(int generation, OffsetAndMetadata end) {}

    private final Node node;
    private final Consumer consumer;
    private final CommandListener listener;
    private final Map<TopicPartition, Handled> uncommitted = new HashMap<>();
    private PendingSends pending = new PendingSends();

    /**
     * A container.
     *
     * @param acknowledgedUnhandled plants a listener that returns although its batch has failed
     */
    ListenerContainer(
            Node node,
            Consumer consumer,
            CommandListener.Batch batch,
            PlantedBug acknowledgedUnhandled) {
        this.node = node;
        this.consumer = consumer;
        this.listener =
                new CommandListener(
                        node.world.has(acknowledgedUnhandled)
                                ? (records, sends, lease) ->
                                        swallowing(batch, records, sends, lease)
                                : batch,
                        CrashPoint.ORCHESTRATOR_AFTER_COMMIT,
                        this::nanos);
    }

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(node.world.now());
    }

    private Optional<Runnable> swallowing(
            CommandListener.Batch batch,
            List<ConsumerRecord<byte[], byte[]>> records,
            PendingSends sends,
            Lease lease) {
        try {
            return batch.process(records, sends, lease);
        } catch (RuntimeException e) {
            node.world.tell(node.name, "takes as done what failed: %s", e);
            return Optional.empty();
        }
    }

    /** Never returns. */
    void run() {
        consumer.onMoved(this::forget);
        consumer.onIdle(this::commitWhenIdle);
        while (true) {
            pending.rewind(consumer::seek);
            var records = consumer.poll(MAX_RECORDS);
            try {
                listener.handle(records, pending, nanos(), this::commitAtOnce);
            } catch (RuntimeException e) {
                node.world.tell(
                        node.name,
                        "will poll again after %s",
                        Objects.requireNonNull(e.getCause()));
                consumer.rewind(records);
                node.sleep(RETRY_MILLIS);
                continue;
            }
            note(records);
            if (node.world.chance().once(2)) {
                commit();
            }
        }
    }

    private void forget(int partition) {
        pending.forget(List.of(new TopicPartition(consumer.topic(), partition)));
    }

    private void note(List<ConsumerRecord<byte[], byte[]>> records) {
        for (var one : records) {
            note(
                    new TopicPartition(one.topic(), one.partition()),
                    new OffsetAndMetadata(one.offset() + 1));
        }
    }

    private void note(TopicPartition partition, OffsetAndMetadata end) {
        uncommitted.put(partition, new Handled(consumer.generation(partition.partition()), end));
    }

    private boolean commitWhenIdle() {
        if (uncommitted.isEmpty()) {
            return false;
        }
        commit();
        pending.rewind(consumer::seek);
        return true;
    }

    private void commitAtOnce(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach(this::note);
        if (!commit()) {
            throw new CommitFailedException();
        }
    }

    /** Whether all that was handled is known to be committed. */
    private boolean commit() {
        if (node.world.has(PlantedBug.COMMIT_BEFORE_DURABLE)) {
            pending = new PendingSends();
        }
        var handled = new HashMap<TopicPartition, OffsetAndMetadata>();
        uncommitted.forEach((partition, end) -> handled.put(partition, end.end()));
        var durable = pending.durable(handled);
        node.step("commits %s", durable.values());
        var committed = durable.equals(handled);
        for (var one : uncommitted.entrySet()) {
            var end = Objects.requireNonNull(durable.get(one.getKey())).offset();
            committed &=
                    consumer.commit(one.getKey().partition(), one.getValue().generation(), end);
        }
        uncommitted.clear();
        return committed;
    }
}
