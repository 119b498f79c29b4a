package dev.paylater.simulator.tamara;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.Happening;
import dev.paylater.simulator.payment.Payment;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Tamara notifies of, with a token that is signed with the notification token. */
final class TamaraWebhooks {

    private static final long LIFETIME_SECONDS = 15 * 60;

    private TamaraWebhooks() {}

    static @Nullable Webhook notice(Payment payment, Happening happening) {
        var event = event(payment, happening);
        if (payment.webhookUrl() == null || event == null) {
            return null;
        }
        var body =
                Json.MAPPER
                        .createObjectNode()
                        .put("order_id", payment.id())
                        .put("order_reference_id", payment.attemptReference())
                        .put("order_number", payment.merchantReference())
                        .put("event_type", "order_" + event);
        if (happening.subject() == null) {
            body.putArray("data");
        } else {
            body.putObject("data").put(name(event), happening.subject());
        }
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), body);
    }

    private static String name(String event) {
        return switch (event) {
            case "captured" -> "capture_id";
            case "refunded" -> "refund_id";
            default -> "cancel_id";
        };
    }

    private static @Nullable String event(Payment payment, Happening happening) {
        return switch (happening.kind()) {
            case REQUIRES_ACTION -> payment.consented() ? "approved" : null;
            case AUTHORIZED -> "authorised";
            case DECLINED -> "declined";
            case CANCELLED, VOIDED -> "canceled";
            case EXPIRED -> "expired";
            case CAPTURED -> "captured";
            case REFUNDED -> "refunded";
            case PENDING, REVIEW, CAPTURE_FAILED, REFUND_FAILED, DISPUTE_OPENED, DISPUTE_UPDATED ->
                    null;
        };
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        var claims =
                Json.MAPPER
                        .createObjectNode()
                        .put("iss", "Tamara")
                        .put("iat", now / 1000)
                        .put("exp", now / 1000 + LIFETIME_SECONDS);
        var head = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(UTF_8));
        var text = head + '.' + encoded(Json.MAPPER.writeValueAsBytes(claims));
        var proof = encoded(Hmac.of(webhook.account(), text));
        return Map.of("Authorization", "Bearer " + text + '.' + proof);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
