package dev.paylater.simulator.billie;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Billie tells: what happened to which order, with the merchant's own header. */
final class BillieWebhooks {

    private BillieWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var event = event(happening);
        if (payment.webhookUrl() == null || event == null) {
            return null;
        }
        var body =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("created_at", BookJson.time(now))
                        .put("event", event)
                        .put("order_id", payment.attemptReference())
                        .put("external_code", payment.attemptReference())
                        .put("order_uuid", payment.id());
        if (event.startsWith("invoice_")) {
            body.put("invoice_uuid", happening.subject());
        }
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), body);
    }

    private static @Nullable String event(SimulatedEvent happening) {
        return switch (happening.kind()) {
            case PENDING, REVIEW -> "order_waiting";
            case AUTHORIZED -> "order_approved";
            case DECLINED -> "order_declined";
            case CANCELLED, EXPIRED, VOIDED -> "order_canceled";
            case CAPTURED -> "invoice_created";
            case REQUIRES_ACTION,
                    CAPTURE_FAILED,
                    REFUNDED,
                    REFUND_FAILED,
                    DISPUTE_OPENED,
                    DISPUTE_UPDATED ->
                    null;
        };
    }

    static Map<String, String> sign(Webhook webhook) {
        return Map.of("X-Webhook-Secret", Hmac.secret(webhook.account()));
    }
}
