package dev.paylater.orchestrator.kafka;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.mongodb.MongoException;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.RegistryUnavailable;
import dev.paylater.kit.kafka.UnreadableMessage;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.routing.Accounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Handles one poll of payments.commands. The order is the guarantee: the documents are written,
 * then what their events call for is sent and acknowledged, and only then does the caller commit
 * the offsets. A crash in between delivers the commands again; those that the journal knows are not
 * decided a second time, but what they had caused is sent again.
 *
 * <p>All commands of a poll take one bulk write and one round of acknowledgements, also those that
 * are for the same payment.
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

    /** A command of this poll that has not taken effect yet, and the record that it came with. */
    private record Arrived(ConsumerRecord<byte[], byte[]> consumed, Command command) {}

    /**
     * What the commands for one payment lead to, one after the other.
     *
     * @param toWrite the next version of the payment, or null when nothing changes
     */
    private record Turns(
            String key,
            @Nullable StoredPayment toWrite,
            List<ProducerRecord<byte[], byte[]>> messages) {}

    /**
     * Returns when every record has taken effect or lies among the dead letters. After a failure
     * the caller has to poll again, since the partitions may be somebody else's by then.
     *
     * @throws OverdueBatch when it took so long that the partitions may be somebody else's
     */
    public void process(List<ConsumerRecord<byte[], byte[]>> consumed) {
        var leaseEnd = clock.instant().plus(LEASE);
        var waiting = new LinkedHashMap<String, List<Arrived>>();
        for (var one : consumed) {
            try {
                var command = Command.of(reader.read(one));
                waiting.computeIfAbsent(command.key(), _ -> new ArrayList<>())
                        .add(new Arrived(one, command));
            } catch (UnreadableMessage | IllegalArgumentException e) {
                deadLetters.bury(one, String.valueOf(e.getMessage()));
            }
        }
        if (waiting.isEmpty()) {
            return;
        }
        var known = KnownPayments.of(first(waiting), payments, recent);
        for (var conflicts = 0; !waiting.isEmpty(); conflicts++) {
            if (conflicts > MAX_CONFLICTS) {
                throw new IllegalStateException(
                        "Somebody else keeps writing " + waiting.keySet().iterator().next());
            }
            waiting.keySet().retainAll(handle(waiting, known, leaseEnd));
        }
    }

    private static Map<String, Command> first(Map<String, List<Arrived>> waiting) {
        var first = new HashMap<String, Command>();
        waiting.forEach((key, arrived) -> first.put(key, arrived.getFirst().command()));
        return first;
    }

    /**
     * Returns the keys whose commands must be decided anew, since what was known of their payment
     * is old.
     */
    private Set<String> handle(
            Map<String, List<Arrived>> waiting, KnownPayments known, Instant leaseEnd) {
        var decided = new ArrayList<Turns>(waiting.size());
        waiting.forEach((key, arrived) -> decided.add(decide(key, arrived, known)));
        if (clock.instant().isAfter(leaseEnd)) {
            throw new OverdueBatch();
        }
        var outdated = write(decided);
        var messages = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (var turns : decided) {
            if (turns.toWrite() == null && known.isRemembered(turns.key())) {
                outdated.add(turns.key());
            } else if (!outdated.contains(turns.key())) {
                messages.addAll(turns.messages());
                if (turns.toWrite() != null) {
                    known.written(turns.toWrite());
                }
            }
        }
        publisher.sendAll(messages);
        CrashPoint.ORCHESTRATOR_AFTER_SEND.reached();
        known.read(outdated);
        return outdated;
    }

    /** Returns the keys of those that somebody else has changed. */
    private Set<String> write(List<Turns> decided) {
        var toWrite = decided.stream().map(Turns::toWrite).filter(Objects::nonNull).toList();
        CrashPoint.ORCHESTRATOR_BEFORE_WRITE.reached();
        var outdated = new HashSet<String>();
        if (!toWrite.isEmpty()) {
            outdated.addAll(payments.write(toWrite));
        }
        CrashPoint.ORCHESTRATOR_AFTER_WRITE.reached();
        return outdated;
    }

    private Turns decide(String key, List<Arrived> waiting, KnownPayments known) {
        var before = known.get(key);
        StoredPayment changed = null;
        var messages = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (var arrived = waiting.iterator(); arrived.hasNext(); ) {
            var next = arrived.next();
            try {
                var current = changed == null ? before : changed;
                var turn = Turn.take(next.command(), current, commands, clock.instant());
                messages.addAll(turn.messages().stream().map(publisher::encode).toList());
                changed = turn.toWrite() == null ? changed : turn.toWrite();
            } catch (MongoException | KafkaException | RegistryUnavailable e) {
                throw e;
            } catch (RuntimeException e) {
                if (known.isRemembered(key)) {
                    return new Turns(key, null, List.of());
                }
                // A command that breaks the rules' code must not stop the payments behind it.
                deadLetters.bury(next.consumed(), "cannot be handled: " + e);
                arrived.remove();
            }
        }
        return new Turns(key, changed == null ? null : changed.writtenAfter(before), messages);
    }
}
