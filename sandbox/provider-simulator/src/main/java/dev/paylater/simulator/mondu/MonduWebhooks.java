package dev.paylater.simulator.mondu;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Mondu tells: a topic and ids, signed over the raw body. */
final class MonduWebhooks {

    private MonduWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening) {
        var topic = topic(payment, happening);
        if (payment.webhookUrl() == null || topic == null) {
            return null;
        }
        var event =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("topic", topic)
                        .put("order_uuid", payment.id())
                        .put("external_reference_id", payment.attemptReference())
                        .put("order_state", MonduJson.state(payment));
        if (topic.startsWith("invoice/")) {
            event.put("invoice_uuid", happening.subject());
        }
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), event);
    }

    private static @Nullable String topic(SimulatedPayment payment, SimulatedEvent happening) {
        return switch (happening.kind()) {
            case REQUIRES_ACTION -> payment.consented() ? "order/authorized" : null;
            case PENDING, REVIEW -> "order/pending";
            case AUTHORIZED -> "order/confirmed";
            case DECLINED -> "order/declined";
            case CANCELLED, EXPIRED -> "order/canceled";
            case CAPTURED -> "invoice/created";
            case CAPTURE_FAILED, VOIDED, REFUNDED, REFUND_FAILED, DISPUTE_OPENED, DISPUTE_UPDATED ->
                    null;
        };
    }

    static Map<String, String> sign(Webhook webhook) {
        var code = Hmac.of(webhook.account(), webhook.body());
        return Map.of("X-Mondu-Signature", HexFormat.of().formatHex(code));
    }
}
