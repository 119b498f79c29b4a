package dev.paylater.simulator.scalapay;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Scalapay notifies of: how the order stands now, signed with the API key. */
final class ScalapayWebhooks {

    private ScalapayWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening) {
        var changes =
                switch (happening.kind()) {
                    case REQUIRES_ACTION,
                            DECLINED,
                            CANCELLED,
                            EXPIRED,
                            CAPTURED,
                            VOIDED,
                            REFUNDED ->
                            true;
                    case AUTHORIZED,
                            PENDING,
                            REVIEW,
                            CAPTURE_FAILED,
                            REFUND_FAILED,
                            DISPUTE_OPENED,
                            DISPUTE_UPDATED ->
                            false;
                };
        if (payment.webhookUrl() == null || !changes) {
            return null;
        }
        var body =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("status", status(payment))
                        .put("orderToken", payment.id())
                        .put("merchantReference", payment.attemptReference())
                        .put("totalAmount", Decimals.of(payment.amount(), payment.currency()));
        if (happening.kind() == SimulatedEvent.Kind.REFUNDED) {
            body.put("refundToken", happening.subject());
        }
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), body);
    }

    static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW -> payment.consented() ? "authorized" : "created";
            case APPROVED -> {
                if (payment.captured() > 0) {
                    yield payment.refunded() == payment.captured() ? "refunded" : "charged";
                }
                yield payment.voided() > 0 ? "expired" : "authorized";
            }
            case DECLINED, CANCELLED, EXPIRED -> "expired";
        };
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        return Map.of(
                "x-scalapay-timestamp",
                Long.toString(now),
                "x-scalapay-hmac-v1",
                Hmac.ofKey(webhook.account(), "V1:" + now + ":" + webhook.body()));
    }
}
