package dev.paylater.simulator.sezzle;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What Sezzle notifies of, signed with the merchant's private key. */
final class SezzleWebhooks {

    private SezzleWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var event =
                switch (happening.kind()) {
                    case AUTHORIZED -> "authorized";
                    case CAPTURED -> "captured";
                    case REFUNDED -> "refunded";
                    case REQUIRES_ACTION,
                            PENDING,
                            REVIEW,
                            DECLINED,
                            CANCELLED,
                            EXPIRED,
                            CAPTURE_FAILED,
                            VOIDED,
                            REFUND_FAILED,
                            DISPUTE_OPENED,
                            DISPUTE_UPDATED ->
                            null;
                };
        if (payment.webhookUrl() == null || event == null) {
            return null;
        }
        var id = UUID.randomUUID().toString();
        var body =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("uuid", id)
                        .put("created_at", BookJson.time(now))
                        .put("event", "order." + event)
                        .put("data_type", "order");
        var data = body.putObject("data");
        data.put("uuid", payment.id()).put("reference_id", payment.attemptReference());
        data.putObject("authorization")
                .put("approved", true)
                .putObject("authorization_amount")
                .put("amount_in_cents", payment.authorized())
                .put("currency", payment.currency());
        return Webhook.about(payment, id, body);
    }

    static Map<String, String> sign(Webhook webhook) {
        return Map.of("Sezzle-Signature", Hmac.ofKey(webhook.account(), webhook.body()));
    }
}
