package dev.paylater.webhook.kafka;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.Topic;
import dev.paylater.webhook.event.LatestEvents;
import java.util.Collection;
import java.util.HashMap;
import org.springframework.stereotype.Component;

/**
 * Publishes payments as they are after their latest event. Events repeat, and then come behind
 * later ones; of a compacted topic only the last record stays, so none may follow a later one.
 */
@Component
final class PaymentStates {

    private final LatestEvents latestEvents;
    private final MessagePublisher publisher;

    PaymentStates(LatestEvents latestEvents, MessagePublisher publisher) {
        this.latestEvents = latestEvents;
        this.publisher = publisher;
    }

    /** An event of a payment, as it arrived. */
    record Read(Incoming message, PaymentEvent event) {

        private Read later(Read other) {
            return other.event.getSequence() > event.getSequence() ? other : this;
        }

        private Outgoing state() {
            return Outgoing.of(
                    Topic.PAYMENT_STATE.name(),
                    message.key(),
                    message.messageId() + ".state",
                    message.context().causedBy(message.messageId()),
                    new PaymentState(
                            event.getEventId(),
                            event.getMerchantId(),
                            event.getPaymentId(),
                            event.getSequence(),
                            event.getOccurredAt(),
                            event.getPayment()));
        }
    }

    /**
     * Returns when the states after these events are published; that after one which is not its
     * payment's latest is left to the event that is.
     */
    void publish(Collection<Read> events) {
        if (events.isEmpty()) {
            return;
        }
        var latest = new HashMap<String, Read>();
        events.forEach(read -> latest.merge(read.message().key(), read, Read::later));
        var sequences = latestEvents.of(latest.keySet());
        publisher.publishAll(
                latest.entrySet().stream()
                        .filter(
                                read ->
                                        read.getValue().event().getSequence()
                                                >= sequences.getOrDefault(read.getKey(), 0L))
                        .map(read -> read.getValue().state())
                        .toList());
    }
}
