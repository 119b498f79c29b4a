package dev.paylater.simulator.mondu;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.Happening;
import dev.paylater.simulator.payment.Payment;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** What Mondu tells: a topic and ids, signed over the raw body. */
final class MonduWebhooks {

    private MonduWebhooks() {}

    static @Nullable Webhook notice(Payment payment, Happening happening) {
        var topic = topic(payment, happening);
        if (payment.webhookUrl() == null || topic == null) {
            return null;
        }
        var event =
                Json.MAPPER
                        .createObjectNode()
                        .put("topic", topic)
                        .put("order_uuid", payment.id())
                        .put("external_reference_id", payment.attemptReference())
                        .put("order_state", MonduJson.state(payment));
        if (topic.startsWith("invoice/")) {
            event.put("invoice_uuid", happening.subject());
        }
        return new Webhook(
                UlidCreator.getMonotonicUlid().toString(),
                payment.connector(),
                payment.account(),
                payment.merchantReference(),
                payment.webhookUrl(),
                Json.MAPPER.writeValueAsString(event),
                1);
    }

    private static @Nullable String topic(Payment payment, Happening happening) {
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

    static String secret(String account) {
        return "whsec_" + account;
    }

    static Map<String, String> sign(Webhook webhook) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret(webhook.account()).getBytes(UTF_8), "HmacSHA256"));
            var code = mac.doFinal(webhook.body().getBytes(UTF_8));
            return Map.of("X-Mondu-Signature", HexFormat.of().formatHex(code));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
