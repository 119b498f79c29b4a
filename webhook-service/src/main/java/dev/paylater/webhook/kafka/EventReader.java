package dev.paylater.webhook.kafka;

import static java.util.stream.Collectors.toSet;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters.Letter;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.trace.TraceSpan;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.webhook.endpoint.Endpoints;
import dev.paylater.webhook.event.Catalogue;
import dev.paylater.webhook.event.EventFilter;
import dev.paylater.webhook.event.PublicEvent;
import dev.paylater.webhook.send.Intake;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Turns polls of the event topics into deliveries, and publishes the payments that they are about
 * as they are now; what cannot be understood is set aside.
 */
@Component
final class EventReader {

    private final MessageReader reader;
    private final Endpoints endpoints;
    private final Intake intake;
    private final PaymentStates states;

    EventReader(MessageReader reader, Endpoints endpoints, Intake intake, PaymentStates states) {
        this.reader = reader;
        this.endpoints = endpoints;
        this.intake = intake;
        this.states = states;
    }

    /**
     * Returns when the deliveries of all records are in the store and the payments' states are
     * published, which is why it may throw.
     *
     * @param letters takes the records that cannot be understood
     */
    void take(List<ConsumerRecord<byte[], byte[]>> records, Collection<Letter> letters) {
        var payments = new ArrayList<PaymentStates.Read>();
        var understood = new ArrayList<Understood>();
        for (var record : records) {
            orSetAside(
                    record,
                    letters,
                    () -> {
                        var message = reader.read(record);
                        if (message.value() instanceof PaymentEvent event) {
                            payments.add(new PaymentStates.Read(message, event));
                        }
                        understood.add(Understood.of(record, message));
                    });
        }
        var merchants = understood.stream().map(Understood::merchantId).collect(toSet());
        var recipients = endpoints.enabled(merchants);
        var events = new ArrayList<PublicEvent>();
        for (var one : understood) {
            orSetAside(
                    one.record(),
                    letters,
                    () ->
                            one.events().apply(recipients).stream()
                                    .map(event -> event.in(one.trace()))
                                    .forEach(events::add));
        }
        intake.take(events, recipients);
        states.publish(payments);
        CrashPoint.DELIVERY_AFTER_STORE.reached();
    }

    /** Of these steps only the registry can be away; any other failure is the record's own. */
    private static void orSetAside(
            ConsumerRecord<byte[], byte[]> record, Collection<Letter> letters, Runnable step) {
        try {
            step.run();
        } catch (RegistryUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            letters.add(new Letter(record, "cannot be understood: " + e));
        }
    }

    /** A record whose merchant is known, before it is known who of theirs wants to be told. */
    private record Understood(
            ConsumerRecord<byte[], byte[]> record,
            String merchantId,
            @Nullable String trace,
            Function<EventFilter, List<PublicEvent>> events) {

        static Understood of(ConsumerRecord<byte[], byte[]> record, Incoming message) {
            var trace = TraceSpan.traceOfCause(message.context());
            return switch (message.value()) {
                case PaymentEvent payment ->
                        new Understood(
                                record,
                                payment.getMerchantId(),
                                trace,
                                audience -> Catalogue.of(payment, audience));
                case RefundEvent refund ->
                        new Understood(
                                record,
                                refund.getMerchantId(),
                                trace,
                                audience -> Catalogue.of(refund, audience));
                default ->
                        throw new IllegalArgumentException(
                                message.value().getClass().getSimpleName() + " is no event");
            };
        }
    }
}
