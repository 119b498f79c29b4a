package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What Klarna tells by itself, unsigned: how the page stands, and how a fraud check ended. */
final class KlarnaNotices {

    private KlarnaNotices() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return switch (happening.kind()) {
            case AUTHORIZED ->
                    payment.has(Tag.PENDING_APPROVED)
                            ? fraud(payment, "FRAUD_RISK_ACCEPTED", now)
                            : status(payment);
            case DECLINED ->
                    payment.has(Tag.PENDING_DECLINED)
                            ? fraud(payment, "FRAUD_RISK_REJECTED", now)
                            : status(payment);
            case REQUIRES_ACTION, PENDING, REVIEW, CANCELLED -> status(payment);
            // A page that is over is gone.
            case EXPIRED,
                    CAPTURED,
                    CAPTURE_FAILED,
                    VOIDED,
                    REFUNDED,
                    REFUND_FAILED,
                    DISPUTE_OPENED,
                    DISPUTE_UPDATED ->
                    null;
        };
    }

    private static @Nullable Webhook status(SimulatedPayment payment) {
        var id = UUID.randomUUID().toString();
        var body = BookJson.MAPPER.createObjectNode();
        body.put("event_id", id);
        body.set("session", KlarnaJson.session(payment));
        return webhook(payment, id, payment.webhookUrl(), body.toString());
    }

    private static @Nullable Webhook fraud(SimulatedPayment payment, String type, long now) {
        var url = payment.details().path("notification").asString("");
        var body = BookJson.MAPPER.createObjectNode();
        body.put(KlarnaJson.ORDER_ID, payment.id());
        body.put("event_type", type);
        body.put("timestamp", BookJson.time(now));
        return webhook(
                payment, payment.id() + ' ' + type, url.isEmpty() ? null : url, body.toString());
    }

    private static @Nullable Webhook webhook(
            SimulatedPayment payment, String id, @Nullable String url, String body) {
        return url == null
                ? null
                : new Webhook(
                        id,
                        payment.connector(),
                        payment.account(),
                        payment.merchantReference(),
                        url,
                        body,
                        1);
    }
}
