package dev.paylater.refund.kafka;

import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.RegistryUnavailable;
import dev.paylater.refund.core.ProviderHabits;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.core.RefundDesk;
import dev.paylater.refund.core.RefundMessage;
import dev.paylater.refund.core.Surroundings;
import dev.paylater.refund.mongo.RefundStore;
import dev.paylater.refund.mongo.StoredRefund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands of one payment in one batch, decided in their order: the refunds they change and the
 * messages they cause, none of it written or sent yet.
 */
final class PaymentWork {

    private static final Logger log = LoggerFactory.getLogger(PaymentWork.class);

    private final Map<String, StoredRefund> stored;
    private final RefundStore refunds;
    private final ProviderHabits habits;
    private final MessagePublisher publisher;
    private final Map<String, StoredRefund> changed = new LinkedHashMap<>();
    private final List<ProducerRecord<byte[], byte[]>> messages = new ArrayList<>();
    private final Map<ConsumerRecord<byte[], byte[]>, String> poison = new LinkedHashMap<>();

    PaymentWork(
            Map<String, StoredRefund> stored,
            RefundStore refunds,
            ProviderHabits habits,
            MessagePublisher publisher) {
        this.publisher = publisher;
        this.stored = stored;
        this.refunds = refunds;
        this.habits = habits;
    }

    void handle(Received received, Instant now) {
        var before = latest(received.refundKey());
        var around = surroundings(received.command());
        try {
            take(received, before, around, now);
        } catch (RegistryUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            // Nothing in there waits for anybody: the same command would fail the same way for
            // ever, and hold up everybody behind it.
            poison.put(received.consumed(), e.toString());
        }
    }

    private void take(Received received, StoredRefund before, Surroundings around, Instant now) {
        var handled =
                RefundDesk.handle(
                        before.journal(), received.commandId(), received.command(), around, now);
        var caused = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (var effect : handled.effects()) {
            if (effect.message() instanceof RefundMessage.RaiseAlarm alarm) {
                raise(alarm);
            }
            MessageWriter.write(effect, received.commandId(), received.context())
                    .map(publisher::encode)
                    .ifPresent(caused::add);
        }
        messages.addAll(caused);
        if (handled.changed()) {
            // However many commands of a batch change a refund, it is written once.
            changed.put(before.id(), stored(before.id()).next(handled.journal()));
        }
    }

    private StoredRefund latest(String id) {
        var mine = changed.get(id);
        return mine == null ? stored(id) : mine;
    }

    private StoredRefund stored(String id) {
        return stored.getOrDefault(id, StoredRefund.none(id));
    }

    private Surroundings surroundings(RefundCommand command) {
        if (!(command instanceof RefundCommand.ExecuteRefund execute)
                || !habits.refundsPerCapture(execute.order().connector())) {
            return Surroundings.PLAIN;
        }
        var order = execute.order();
        var siblings = new LinkedHashMap<String, StoredRefund>();
        refunds.findOfPayment(order.merchantId(), order.paymentId())
                .forEach(sibling -> siblings.put(sibling.id(), sibling));
        siblings.putAll(changed);
        siblings.remove(order.key());
        List<Refund> others =
                siblings.values().stream()
                        .map(sibling -> Objects.requireNonNull(sibling.journal().refund()))
                        .toList();
        return new Surroundings(true, others);
    }

    private static void raise(RefundMessage.RaiseAlarm alarm) {
        var order = alarm.refund().order();
        log.error(
                "The provider says the opposite of what is final here: it {} operation {}, the"
                    + " refund is {}. Compare the books. merchant_id={} payment_id={} refund_id={}"
                    + " connector={}",
                alarm.providerApproved() ? "approved" : "declined",
                alarm.operationId(),
                alarm.refund().status(),
                order.merchantId(),
                order.paymentId(),
                order.refundId(),
                order.connector());
    }

    Collection<StoredRefund> changed() {
        return changed.values();
    }

    boolean touches(Collection<String> lost) {
        return changed.keySet().stream().anyMatch(lost::contains);
    }

    List<ProducerRecord<byte[], byte[]>> messages() {
        return messages;
    }

    Map<ConsumerRecord<byte[], byte[]>, String> poison() {
        return poison;
    }
}
