package dev.paylater.webhook.kafka;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.messaging.UnknownSchema;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.Topic;
import dev.paylater.webhook.event.Catalogue;
import dev.paylater.webhook.event.PublicEvent;
import dev.paylater.webhook.send.Intake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.stereotype.Component;

/**
 * Turns polls of the event topics into deliveries, and publishes the payments that they are about
 * as they are now; what cannot be understood is set aside.
 */
@Component
final class EventReader {

    private final MessageReader reader;
    private final DeadLetters deadLetters;
    private final Intake intake;
    private final MessagePublisher publisher;

    EventReader(
            MessageReader reader,
            DeadLetters deadLetters,
            Intake intake,
            MessagePublisher publisher) {
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.intake = intake;
        this.publisher = publisher;
    }

    /**
     * Returns when the deliveries of all records are in the store and the payments' states are
     * published, which is why it may throw.
     */
    Optional<Runnable> take(List<ConsumerRecord<byte[], byte[]>> records) {
        var events = new ArrayList<PublicEvent>();
        var states = new HashMap<String, Outgoing>();
        for (var record : records) {
            try {
                var message = reader.read(record);
                events.addAll(events(message.value()));
                if (message.value() instanceof PaymentEvent event) {
                    states.put(message.key(), state(message, event));
                }
            } catch (UnreadableMessage | UnknownSchema | IllegalArgumentException e) {
                deadLetters.setAside(record, String.valueOf(e.getMessage()));
            }
        }
        intake.take(events);
        publisher.publishAll(states.values());
        CrashPoint.DELIVERY_AFTER_STORE.reached();
        return Optional.empty();
    }

    private static Outgoing state(Incoming message, PaymentEvent event) {
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

    private static List<PublicEvent> events(SpecificRecord record) {
        return switch (record) {
            case PaymentEvent payment -> Catalogue.of(payment);
            case RefundEvent refund -> Catalogue.of(refund);
            default ->
                    throw new IllegalArgumentException(
                            record.getClass().getSimpleName() + " is no event");
        };
    }
}
