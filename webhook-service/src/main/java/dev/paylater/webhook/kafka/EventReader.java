package dev.paylater.webhook.kafka;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.messaging.UnknownSchema;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.webhook.event.Catalogue;
import dev.paylater.webhook.event.PublicEvent;
import dev.paylater.webhook.send.Intake;
import java.util.ArrayList;
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
    private final PaymentStates states;

    EventReader(
            MessageReader reader, DeadLetters deadLetters, Intake intake, PaymentStates states) {
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.intake = intake;
        this.states = states;
    }

    /**
     * Returns when the deliveries of all records are in the store and the payments' states are
     * published, which is why it may throw.
     */
    Optional<Runnable> take(List<ConsumerRecord<byte[], byte[]>> records) {
        var events = new ArrayList<PublicEvent>();
        var payments = new ArrayList<PaymentStates.Read>();
        for (var record : records) {
            try {
                var message = reader.read(record);
                if (message.value() instanceof PaymentEvent event) {
                    payments.add(new PaymentStates.Read(message, event));
                }
                events.addAll(events(message.value()));
            } catch (UnreadableMessage | UnknownSchema | IllegalArgumentException e) {
                deadLetters.setAside(record, String.valueOf(e.getMessage()));
            }
        }
        intake.take(events);
        states.publish(payments);
        CrashPoint.DELIVERY_AFTER_STORE.reached();
        return Optional.empty();
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
