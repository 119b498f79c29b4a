package dev.paylater.refund.kafka;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.RegistryUnavailable;
import dev.paylater.refund.core.ProviderHabits;
import dev.paylater.refund.mongo.RefundStore;
import dev.paylater.refund.mongo.StoredRefund;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the records of a poll to the refunds they concern: one read, the decisions, one write, then
 * everything that follows from it is sent. When this returns, all of it is durable and the offsets
 * may be committed; when it throws, the same records have to come again.
 */
public final class RefundBatch {

    private final MessageReader reader;
    private final MessagePublisher publisher;
    private final DeadLetters deadLetters;
    private final RefundStore refunds;
    private final ProviderHabits habits;
    private final Clock clock;

    public RefundBatch(
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            RefundStore refunds,
            ProviderHabits habits,
            Clock clock) {
        this.reader = reader;
        this.publisher = publisher;
        this.deadLetters = deadLetters;
        this.refunds = refunds;
        this.habits = habits;
        this.clock = clock;
    }

    public void process(Collection<ConsumerRecord<byte[], byte[]>> records) {
        var waiting = new LinkedHashMap<String, List<Received>>();
        for (var received : readAll(records)) {
            waiting.computeIfAbsent(received.paymentKey(), _ -> new ArrayList<>()).add(received);
        }
        // A payment whose refund was changed by somebody else meanwhile is decided anew.
        while (!waiting.isEmpty()) {
            waiting.keySet().removeAll(settle(waiting));
        }
    }

    private List<Received> readAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
        var commands = new ArrayList<Received>();
        for (var consumed : records) {
            try {
                commands.add(CommandReader.read(consumed, reader.read(consumed)));
            } catch (RegistryUnavailable e) {
                throw e;
            } catch (RuntimeException e) {
                deadLetters.bury(consumed, String.valueOf(e.getMessage()));
            }
        }
        return commands;
    }

    /** Handles all commands of these payments; returns the payments that are done with. */
    private Collection<String> settle(Map<String, List<Received>> byPayment) {
        var ids = new HashSet<String>();
        byPayment.values().forEach(all -> all.forEach(one -> ids.add(one.refundKey())));
        var stored = refunds.find(ids);
        var work = new LinkedHashMap<String, PaymentWork>();
        byPayment.forEach(
                (paymentKey, commands) -> {
                    var ofPayment = new PaymentWork(stored, refunds, habits, publisher);
                    commands.forEach(command -> ofPayment.handle(command, clock.instant()));
                    work.put(paymentKey, ofPayment);
                });
        var lost = write(work.values().stream().flatMap(w -> w.changed().stream()).toList());
        work.values().removeIf(ofPayment -> ofPayment.touches(lost));
        send(work.values());
        return work.keySet();
    }

    private Collection<String> write(List<StoredRefund> changed) {
        if (changed.isEmpty()) {
            return List.of();
        }
        CrashPoint.REFUND_BEFORE_WRITE.reached();
        var lost = refunds.write(changed);
        CrashPoint.REFUND_AFTER_WRITE.reached();
        return lost;
    }

    private void send(Collection<PaymentWork> done) {
        var messages = done.stream().flatMap(work -> work.messages().stream()).toList();
        publisher.sendAll(messages);
        done.forEach(work -> work.poison().forEach(deadLetters::bury));
        CrashPoint.REFUND_AFTER_SEND.reached();
    }
}
