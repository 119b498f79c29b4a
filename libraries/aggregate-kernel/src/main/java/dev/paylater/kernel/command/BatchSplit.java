package dev.paylater.kernel.command;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.DeadLetters.Letter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Narrows a failure down. A batch that fails for a lasting reason is halved until the command that
 * it is about is alone, which is then set aside. A reason that nobody has classified counts as
 * lasting once the batch has failed several times and others have gone through meanwhile, or once
 * it has failed for a minute.
 */
final class BatchSplit<A> {

    private static final int FAILURES_BEFORE_SPLIT = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Function<A, ConsumerRecord<byte[], byte[]>> consumed;
    private final DeadLetters deadLetters;
    private final Retries retries;
    private final Clock clock;

    /**
     * Narrows down what fails of arrivals.
     *
     * @param consumed the record that one came with
     */
    BatchSplit(
            Function<A, ConsumerRecord<byte[], byte[]>> consumed,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock) {
        this.consumed = consumed;
        this.deadLetters = deadLetters;
        this.retries = retries;
        this.clock = clock;
    }

    /** A command that cannot be handled even alone. */
    private record Culprit<A>(A arrived, RuntimeException failure) {}

    /**
     * Has the commands settled, whole or in parts, and then sets aside what cannot be: all dead
     * letters of a round take one round of acknowledgements, and a round that comes again has left
     * none.
     *
     * @param arrivals reads them, by what keeps their order
     * @param letters what is set aside; {@code settle} may add to them
     * @param settle takes out of the map what is done with; throws when it has to come again
     * @throws RuntimeException when all has to come again
     */
    void run(
            Collection<TopicPartition> partitions,
            Supplier<Map<String, List<A>>> arrivals,
            List<Letter> letters,
            Consumer<Map<String, List<A>>> settle) {
        try {
            var waiting = arrivals.get();
            try {
                settle.accept(waiting);
            } catch (RuntimeException e) {
                narrow(e, partitions, waiting, letters, settle);
            }
            deadLetters.setAside(letters);
        } catch (RuntimeException e) {
            retries.failed(partitions);
            throw e;
        }
        retries.succeeded(partitions);
    }

    private void narrow(
            RuntimeException failure,
            Collection<TopicPartition> partitions,
            Map<String, List<A>> waiting,
            List<Letter> letters,
            Consumer<Map<String, List<A>>> settle) {
        if (!isToBeSplit(failure, partitions)) {
            throw failure;
        }
        var commands = waiting.values().stream().mapToInt(List::size).sum();
        var culprits = new ArrayList<Culprit<A>>();
        halve(failure, waiting, settle, culprits);
        if (Failure.of(failure) == Failure.UNCLASSIFIED
                && culprits.size() == commands
                && !hasLasted(partitions)) {
            // No batch goes through: the cause is not one command.
            throw failure;
        }
        culprits.forEach(
                culprit ->
                        letters.add(
                                new Letter(
                                        consumed.apply(culprit.arrived()),
                                        "cannot be written or published: " + culprit.failure())));
    }

    private boolean isToBeSplit(RuntimeException failure, Collection<TopicPartition> partitions) {
        return switch (Failure.of(failure)) {
            case PASSING -> false;
            case LASTING -> true;
            case UNCLASSIFIED ->
                    retries.longest(partitions)
                            .filter(retry -> retry.failures() >= FAILURES_BEFORE_SPLIT)
                            .isPresent();
        };
    }

    private boolean hasLasted(Collection<TopicPartition> partitions) {
        return retries.longest(partitions)
                .filter(retry -> retry.since().plus(PATIENCE).isBefore(clock.instant()))
                .isPresent();
    }

    private void halve(
            RuntimeException failure,
            Map<String, List<A>> waiting,
            Consumer<Map<String, List<A>>> settle,
            List<Culprit<A>> culprits) {
        if (Failure.of(failure) == Failure.PASSING) {
            throw failure;
        }
        var parts = parts(waiting);
        if (parts.isEmpty()) {
            waiting.values()
                    .forEach(
                            alone ->
                                    alone.forEach(
                                            arrived ->
                                                    culprits.add(new Culprit<>(arrived, failure))));
            return;
        }
        for (var part : parts) {
            try {
                settle.accept(part);
            } catch (RuntimeException e) {
                halve(e, part, settle, culprits);
            }
        }
    }

    /** Halves of the keys; of a single key each command by itself; nothing of a single command. */
    private static <A> List<Map<String, List<A>>> parts(Map<String, List<A>> waiting) {
        var parts = new ArrayList<Map<String, List<A>>>();
        if (waiting.size() > 1) {
            var keys = List.copyOf(waiting.keySet());
            var middle = keys.size() / 2;
            parts.add(part(waiting, keys.subList(0, middle)));
            parts.add(part(waiting, keys.subList(middle, keys.size())));
        } else {
            waiting.forEach(
                    (key, all) -> {
                        if (all.size() > 1) {
                            all.forEach(one -> parts.add(single(key, one)));
                        }
                    });
        }
        return parts;
    }

    private static <A> Map<String, List<A>> part(Map<String, List<A>> waiting, List<String> keys) {
        var part = new LinkedHashMap<String, List<A>>();
        keys.forEach(key -> part.put(key, waiting.getOrDefault(key, new ArrayList<>())));
        return part;
    }

    private static <A> Map<String, List<A>> single(String key, A one) {
        var single = new LinkedHashMap<String, List<A>>();
        single.put(key, new ArrayList<>(List.of(one)));
        return single;
    }
}
