package dev.paylater.kernel.command;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.DeadLetters.Letter;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.messaging.UnreadableMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Handles one poll of a topic of commands, and is the only place that knows in which order. Decode;
 * load the documents; decide, in order for each key; write on the condition of the version; send
 * what follows once all sent before is durable. Only when that is durable too, the caller commits
 * the offsets, and only then those are answered that were refused where there is no document to
 * write that to. A crash in between delivers the commands again; those that the document knows are
 * not decided a second time, but what they had caused is sent again; the others are, and nobody was
 * told otherwise.
 *
 * <p>All commands of a poll take one bulk write and one round of acknowledgements, during which the
 * next poll is handled up to its own write. What time can mend is thrown, and the same records come
 * again. What it cannot mend is narrowed down, and only the command that it is about is set aside.
 */
public final class CommandBatch<S, C extends Received, E> {

    private static final int MAX_CONFLICTS = 20;

    private final Aggregate<S, C, E> aggregate;
    private final CommandHandling<S, C, E> handling;
    private final Function<Incoming, C> decoder;
    private final DocumentStore<S, E> store;
    private final MessageReader reader;
    private final MessagePublisher publisher;
    private final CrashPoints crashPoints;
    private final Clock clock;
    private final BatchSplit<Arrived<C>> split;
    private final Cache<String, Stored<S, E>> recent =
            Caffeine.newBuilder()
                    .maximumWeight(HeapShare.BYTES)
                    .weigher((String _, Stored<S, E> stored) -> HeapShare.weight(stored))
                    .executor(Runnable::run)
                    .build();

    /**
     * Handles commands.
     *
     * @param decoder throws IllegalArgumentException when a message has no place on the topic
     */
    public CommandBatch(
            Aggregate<S, C, E> aggregate,
            Function<Incoming, C> decoder,
            DocumentStore<S, E> store,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            CrashPoints crashPoints,
            Clock clock) {
        this.aggregate = aggregate;
        this.handling = new CommandHandling<>(aggregate);
        this.decoder = decoder;
        this.store = store;
        this.reader = reader;
        this.publisher = publisher;
        this.crashPoints = crashPoints;
        this.clock = clock;
        this.split = new BatchSplit<>(Arrived::consumed, deadLetters, retries, clock);
    }

    /** A command of this poll that has not taken effect yet, and the record that it came with. */
    record Arrived<C extends Received>(ConsumerRecord<byte[], byte[]> consumed, C command) {}

    /** What the commands of one key lead to, one after the other. */
    private record Decided<S, E>(
            Set<String> ids,
            Map<String, Stored<S, E>> toWrite,
            List<ProducerRecord<byte[], byte[]>> messages,
            List<ProducerRecord<byte[], byte[]>> refusals) {}

    /** What the records that are handled together lead to, and what they are handled under. */
    private record Round(
            List<Letter> letters,
            List<ProducerRecord<byte[], byte[]>> refusals,
            PendingSends pending,
            Lease lease) {}

    /**
     * Returns when every record has been written and sent on, or lies among the dead letters. After
     * a failure the caller has to poll again, since the partitions may be somebody else's by then.
     *
     * @param pending what was sent before, and takes what is sent now
     * @param lease of the partitions that these records came from
     * @return what answers the refused ones, to be run once the offsets are committed
     * @throws BatchInterrupted when it took so long that the partitions may be somebody else's
     */
    public Optional<Runnable> process(
            List<ConsumerRecord<byte[], byte[]>> consumed, PendingSends pending, Lease lease) {
        var partitions = new HashSet<TopicPartition>();
        consumed.forEach(one -> partitions.add(new TopicPartition(one.topic(), one.partition())));
        var refusals = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var letters = new ArrayList<Letter>();
        split.run(
                partitions,
                () -> decode(consumed, letters),
                letters,
                part -> settle(part, new Round(letters, refusals, pending, lease)));
        return refusals.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        () -> {
                            publisher.sendAll(refusals);
                            crashPoints.afterSend().reached();
                        });
    }

    private Map<String, List<Arrived<C>>> decode(
            List<ConsumerRecord<byte[], byte[]>> consumed, List<Letter> letters) {
        var waiting = new LinkedHashMap<String, List<Arrived<C>>>();
        for (var one : consumed) {
            try {
                var command = decoder.apply(reader.read(one));
                waiting.computeIfAbsent(command.partitionKey(), _ -> new ArrayList<>())
                        .add(new Arrived<>(one, command));
            } catch (UnreadableMessage | IllegalArgumentException e) {
                letters.add(new Letter(one, String.valueOf(e.getMessage())));
            } catch (RuntimeException e) {
                if (Failure.isOfTheSurroundings(e)) {
                    throw e;
                }
                letters.add(new Letter(one, "cannot be read: " + e));
            }
        }
        return waiting;
    }

    /** Returns when none of these is waiting any more; takes out each key that is done. */
    private void settle(Map<String, List<Arrived<C>>> waiting, Round round) {
        var known = new KnownDocuments<>(store, recent, aggregate::isAtRest);
        known.load(first(waiting.values()));
        aggregate.prepare(commands(waiting.values()), known::get);
        for (var conflicts = 0; !waiting.isEmpty(); conflicts++) {
            if (conflicts > MAX_CONFLICTS) {
                throw new BatchInterrupted(
                        "Somebody else keeps writing " + waiting.keySet().iterator().next());
            }
            waiting.keySet().retainAll(handle(waiting, known, round));
        }
    }

    private List<C> commands(Collection<List<Arrived<C>>> waiting) {
        return waiting.stream().flatMap(List::stream).map(Arrived::command).toList();
    }

    private Map<String, C> first(Collection<List<Arrived<C>>> waiting) {
        var first = new HashMap<String, C>();
        waiting.forEach(
                all -> all.forEach(a -> first.putIfAbsent(a.command().documentId(), a.command())));
        return first;
    }

    /**
     * Returns the keys whose commands must be decided anew, since what was known of their documents
     * is old.
     */
    private Set<String> handle(
            Map<String, List<Arrived<C>>> waiting, KnownDocuments<S, E> known, Round round) {
        var decided = new LinkedHashMap<String, Decided<S, E>>();
        waiting.forEach((key, arrived) -> decided.put(key, decide(arrived, known, round)));
        if (!round.lease().holds()) {
            round.pending().await();
            round.lease().renew();
        }
        var conflicts = write(decided.values());
        var outdated = new HashSet<String>();
        var toRead = new HashSet<String>();
        var messages = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var refused = new ArrayList<ProducerRecord<byte[], byte[]>>();
        decided.forEach(
                (key, result) -> {
                    if (isOutdated(result, conflicts, known)) {
                        outdated.add(key);
                        toRead.addAll(result.ids());
                    } else {
                        messages.addAll(result.messages());
                        refused.addAll(result.refusals());
                        result.toWrite().values().forEach(known::written);
                    }
                });
        round.pending().await();
        round.pending().add(publisher.send(messages), crashPoints.afterSend());
        round.refusals().addAll(refused);
        known.readNewest(toRead);
        return outdated;
    }

    private boolean isOutdated(
            Decided<S, E> result, Set<String> conflicts, KnownDocuments<S, E> known) {
        return result.ids().stream()
                .anyMatch(
                        id ->
                                result.toWrite().containsKey(id)
                                        ? conflicts.contains(id)
                                        : !known.isNewest(id));
    }

    /** Returns the documents that somebody else has changed. */
    private Set<String> write(Collection<Decided<S, E>> decided) {
        var toWrite = decided.stream().flatMap(d -> d.toWrite().values().stream()).toList();
        crashPoints.beforeWrite().reached();
        var conflicts = toWrite.isEmpty() ? Set.<String>of() : store.write(toWrite);
        crashPoints.afterWrite().reached();
        return conflicts;
    }

    private Decided<S, E> decide(
            List<Arrived<C>> waiting, KnownDocuments<S, E> known, Round round) {
        var ids = new HashSet<String>();
        var changed = new LinkedHashMap<String, Stored<S, E>>();
        var messages = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var refusals = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (var arrived = waiting.iterator(); arrived.hasNext(); ) {
            var next = arrived.next();
            var id = next.command().documentId();
            ids.add(id);
            try {
                var before = changed.containsKey(id) ? changed.get(id) : known.get(id);
                var handled =
                        handling.handle(before, next.command(), changed.values(), clock.instant());
                messages.addAll(handled.messages().stream().map(publisher::encode).toList());
                refusals.addAll(handled.refusals().stream().map(publisher::encode).toList());
                if (handled.toWrite() != null) {
                    changed.put(id, handled.toWrite());
                }
            } catch (RuntimeException e) {
                if (Failure.isOfTheSurroundings(e)) {
                    throw e;
                }
                if (!known.isNewest(id)) {
                    return new Decided<>(ids, Map.of(), List.of(), List.of());
                }
                // A command that breaks the rules' code must not stop those behind it.
                round.letters().add(new Letter(next.consumed(), "cannot be handled: " + e));
                arrived.remove();
            }
        }
        changed.replaceAll((id, stored) -> stored.writtenAfter(known.get(id)));
        return new Decided<>(ids, changed, messages, refusals);
    }
}
