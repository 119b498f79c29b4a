package dev.paylater.simulator.two;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Two notifies of: CloudEvents about an order, which Svix signs. */
final class TwoWebhooks {

    private TwoWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var type = type(happening);
        if (payment.webhookUrl() == null || type == null) {
            return null;
        }
        var id = UlidCreator.getMonotonicUlid().toString();
        var event =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("specversion", "1.0")
                        .put("id", id)
                        .put("type", "order." + type + ".v1")
                        .put("time", BookJson.time(now))
                        .put("source", "https://api.two.inc")
                        .put("subject", "order/" + payment.id())
                        .put("twomerchantid", payment.account());
        event.putObject("data")
                .put("root_order_id", payment.id())
                .put("order_id", payment.id())
                .put("merchant_order_id", payment.key())
                .put("merchant_id", payment.account())
                .put("gross_amount", TwoAnswers.text(payment, payment.amount()))
                .put("currency", payment.currency())
                .put("status", TwoAnswers.status(payment))
                .put("state", TwoAnswers.state(payment));
        return Webhook.about(payment, id, event);
    }

    private static @Nullable String type(SimulatedEvent happening) {
        return switch (happening.kind()) {
            case AUTHORIZED -> "verified";
            case DECLINED -> "rejected";
            case CANCELLED, EXPIRED, VOIDED -> "cancelled";
            case CAPTURED -> "fulfilled";
            case REFUNDED -> "refunded";
            case REQUIRES_ACTION,
                    PENDING,
                    REVIEW,
                    CAPTURE_FAILED,
                    REFUND_FAILED,
                    DISPUTE_OPENED,
                    DISPUTE_UPDATED ->
                    null;
        };
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        var second = Long.toString(now / 1000);
        var text = webhook.eventId() + '.' + second + '.' + webhook.body();
        var proof = Base64.getEncoder().encodeToString(Hmac.decoded(webhook.account(), text));
        return Map.of(
                "svix-id",
                webhook.eventId(),
                "svix-timestamp",
                second,
                "svix-signature",
                "v1," + proof);
    }
}
