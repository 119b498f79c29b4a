package dev.paylater.samples;

import dev.paylater.messaging.EventConsumer;
import dev.paylater.messaging.Received;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RefundEvent;
import java.util.List;
import java.util.Map;

/**
 * Prints what becomes of payments and refunds. KAFKA and REGISTRY say where, GROUP who reads; the
 * defaults are those of {@code ./paylater up}.
 */
public final class ReadEvents {

    private static final String REGISTRY = "http://127.0.0.1:8085/apis/ccompat/v7";

    private ReadEvents() {}

    public static void main(String[] args) {
        var kafka =
                Map.<String, Object>of(
                        "bootstrap.servers", variable("KAFKA", "127.0.0.1:9092"),
                        "group.id", variable("GROUP", "sample-java"));
        var registry = SchemaRegistry.at(variable("REGISTRY", REGISTRY), Map.of());
        var events =
                EventConsumer.of(kafka, registry)
                        .on(PaymentEvent.class, ReadEvents::payment)
                        .on(RefundEvent.class, ReadEvents::refund);
        Runtime.getRuntime().addShutdownHook(new Thread(events::stop));
        events.run(List.of("payments.events", "refunds.events"));
    }

    private static void payment(Received<PaymentEvent> received) {
        var event = received.event();
        System.out.printf(
                "%s #%s %s: %s%n",
                received.subject(),
                received.sequence(),
                event.getType(),
                event.getPayment().getStatus());
    }

    private static void refund(Received<RefundEvent> received) {
        var event = received.event();
        System.out.printf(
                "%s #%s %s: %s%n",
                received.subject(),
                received.sequence(),
                event.getType(),
                event.getRefund().getStatus());
    }

    private static String variable(String name, String usual) {
        return System.getenv().getOrDefault(name, usual);
    }
}
