package dev.paylater.kernel.command;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.DeadLetters.Letter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Handles rounds of records of which each stands for itself, with the care that commands are
 * handled with: failures are counted, and what time cannot mend is narrowed down to the records
 * that it is about, which are set aside.
 */
public final class RecordBatch implements CommandListener.Batch {

    /** Handles the records of a round. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Returns when all of them have taken effect; whatever it throws, they may come again.
         *
         * @param letters takes those that cannot be handled
         */
        void handle(List<ConsumerRecord<byte[], byte[]>> records, Collection<Letter> letters);
    }

    private final Handler handler;
    private final BatchSplit<ConsumerRecord<byte[], byte[]>> split;

    public RecordBatch(Handler handler, DeadLetters deadLetters, Retries retries, Clock clock) {
        this.handler = handler;
        this.split = new BatchSplit<>(one -> one, deadLetters, retries, clock);
    }

    @Override
    public Optional<Runnable> process(
            List<ConsumerRecord<byte[], byte[]>> consumed, PendingSends pending, Lease lease) {
        var waiting = new LinkedHashMap<String, List<ConsumerRecord<byte[], byte[]>>>();
        var partitions = new HashSet<TopicPartition>();
        for (var one : consumed) {
            var partition = new TopicPartition(one.topic(), one.partition());
            partitions.add(partition);
            waiting.put(partition + "@" + one.offset(), List.of(one));
        }
        var letters = new ArrayList<Letter>();
        split.run(partitions, () -> waiting, letters, part -> handle(part, letters));
        return Optional.empty();
    }

    private void handle(
            Map<String, List<ConsumerRecord<byte[], byte[]>>> part, List<Letter> letters) {
        var set = new ArrayList<Letter>();
        handler.handle(part.values().stream().flatMap(List::stream).toList(), set);
        letters.addAll(set);
    }
}
