package dev.paylater.orchestrator.kafka;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.mongodb.MongoException;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.RegistryUnavailable;
import dev.paylater.kit.kafka.UnreadableMessage;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.routing.Accounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Handles one poll of payments.commands. The order is the guarantee: the documents are written,
 * then what their events call for is sent and acknowledged, and only then does the caller commit
 * the offsets. A crash in between delivers the commands again; those that the journal knows are not
 * decided a second time, but what they had caused is sent again.
 *
 * <p>A poll is worked through in waves with at most one command per payment, each wave with one
 * bulk write and one round of acknowledgements.
 */
public final class PaymentProcessor {

    private static final int MAX_CONFLICTS = 20;

    /**
     * Less than Kafka takes to give the partitions of a silent member to another one. A process
     * that stood still for longer may find the payments as the other one has left them, and would
     * decide a second time what was refused there.
     */
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Enough for all that is under way; more would only fill the heap. */
    private static final int MOST_REMEMBERED = 2_000;

    private final MessageReader reader;
    private final CommandReader commands;
    private final PaymentStore payments;
    private final MessagePublisher publisher;
    private final DeadLetters deadLetters;
    private final Clock clock;
    private final Cache<String, StoredPayment> recent =
            Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).executor(Runnable::run).build();

    public PaymentProcessor(
            MessageReader reader,
            Accounts accounts,
            PaymentStore payments,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Clock clock) {
        this.reader = reader;
        this.commands = new CommandReader(accounts, payments);
        this.payments = payments;
        this.publisher = publisher;
        this.deadLetters = deadLetters;
        this.clock = clock;
    }

    private record Arrived(ConsumerRecord<byte[], byte[]> consumed, Command command) {}

    /**
     * Returns when every record has taken effect or lies among the dead letters. After a failure
     * the caller has to poll again, since the partitions may be somebody else's by then.
     *
     * @throws OverdueBatch when it took so long that the partitions may be somebody else's
     */
    public void process(List<ConsumerRecord<byte[], byte[]>> consumed) {
        var leaseEnd = clock.instant().plus(LEASE);
        var waiting = new LinkedHashMap<String, Queue<Arrived>>();
        for (var one : consumed) {
            try {
                var command = Command.of(reader.read(one));
                waiting.computeIfAbsent(command.key(), _ -> new ArrayDeque<>())
                        .add(new Arrived(one, command));
            } catch (UnreadableMessage | IllegalArgumentException e) {
                deadLetters.bury(one, String.valueOf(e.getMessage()));
            }
        }
        if (!waiting.isEmpty()) {
            var known = KnownPayments.of(first(waiting), payments, recent);
            while (!waiting.isEmpty()) {
                handleWave(nextWave(waiting), known, leaseEnd);
            }
        }
    }

    private static Map<String, Command> first(Map<String, Queue<Arrived>> waiting) {
        var first = new HashMap<String, Command>();
        waiting.forEach((key, queue) -> first.put(key, queue.element().command()));
        return first;
    }

    private static List<Arrived> nextWave(Map<String, Queue<Arrived>> waiting) {
        var wave = new ArrayList<Arrived>(waiting.size());
        waiting.values()
                .removeIf(
                        queue -> {
                            wave.add(queue.remove());
                            return queue.isEmpty();
                        });
        return wave;
    }

    private void handleWave(List<Arrived> wave, KnownPayments known, Instant leaseEnd) {
        var undecided = wave;
        for (var conflicts = 0; !undecided.isEmpty(); conflicts++) {
            if (conflicts > MAX_CONFLICTS) {
                throw new IllegalStateException(
                        "Somebody else keeps writing " + undecided.getFirst().command().key());
            }
            undecided = tryWave(undecided, known, leaseEnd);
        }
    }

    /** Returns those that must be decided anew, since what was known of their payment is old. */
    private List<Arrived> tryWave(List<Arrived> wave, KnownPayments known, Instant leaseEnd) {
        var turns = new ArrayList<Turn>(wave.size());
        for (var arrived : wave) {
            decide(arrived, known, turns);
        }
        if (clock.instant().isAfter(leaseEnd)) {
            throw new OverdueBatch();
        }
        var outdated = write(turns);
        var messages = new ArrayList<Outgoing>();
        for (var turn : turns) {
            if (turn.toWrite() == null && known.isRemembered(turn.key())) {
                outdated.add(turn.key());
            } else if (!outdated.contains(turn.key())) {
                messages.addAll(turn.messages());
                if (turn.toWrite() != null) {
                    known.written(turn.toWrite());
                }
            }
        }
        publisher.publishAll(messages);
        CrashPoint.ORCHESTRATOR_AFTER_SEND.reached();
        if (outdated.isEmpty()) {
            return List.of();
        }
        known.read(outdated);
        return wave.stream().filter(arrived -> outdated.contains(arrived.command().key())).toList();
    }

    /** Returns the keys of those that somebody else has changed. */
    private Set<String> write(List<Turn> turns) {
        var toWrite =
                turns.stream().filter(turn -> turn.toWrite() != null).map(Turn::toWrite).toList();
        CrashPoint.ORCHESTRATOR_BEFORE_WRITE.reached();
        var outdated = new HashSet<String>();
        if (!toWrite.isEmpty()) {
            outdated.addAll(payments.write(toWrite));
        }
        CrashPoint.ORCHESTRATOR_AFTER_WRITE.reached();
        return outdated;
    }

    private void decide(Arrived arrived, KnownPayments known, List<Turn> turns) {
        var command = arrived.command();
        try {
            turns.add(Turn.take(command, known.get(command.key()), commands, clock.instant()));
        } catch (MongoException | KafkaException | RegistryUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (known.isRemembered(command.key())) {
                turns.add(Turn.nothing(command.key()));
            } else {
                // A command that breaks the rules' code must not stop the payments behind it.
                deadLetters.bury(arrived.consumed(), "cannot be handled: " + e);
            }
        }
    }
}
