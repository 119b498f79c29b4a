package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** A notification that is owed until somebody takes it; it is signed anew at every try. */
public record Webhook(
        String eventId,
        String connector,
        String account,
        String merchantReference,
        String url,
        String body,
        int copies) {

    /** News about a payment that has said where they go. */
    public static Webhook about(SimulatedPayment payment, String eventId, ObjectNode body) {
        return new Webhook(
                eventId,
                payment.connector(),
                payment.account(),
                payment.merchantReference(),
                Objects.requireNonNull(payment.webhookUrl()),
                BookJson.MAPPER.writeValueAsString(body),
                1);
    }
}
