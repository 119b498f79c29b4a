package dev.paylater.simulator.affirm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.net.URLEncoder;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What Affirm notifies of: checkouts, as forms, and nothing of their transactions. */
final class AffirmWebhooks {

    private AffirmWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var event =
                switch (happening.kind()) {
                    case REQUIRES_ACTION -> payment.consented() ? "confirmed" : null;
                    case DECLINED -> "not_approved";
                    case PENDING,
                            REVIEW,
                            AUTHORIZED,
                            CANCELLED,
                            EXPIRED,
                            CAPTURED,
                            CAPTURE_FAILED,
                            VOIDED,
                            REFUNDED,
                            REFUND_FAILED,
                            DISPUTE_OPENED,
                            DISPUTE_UPDATED ->
                            null;
                };
        var url = payment.webhookUrl();
        if (url == null || event == null) {
            return null;
        }
        var fields = new LinkedHashMap<String, String>();
        fields.put("checkout_token", AffirmAnswers.checkout(payment));
        fields.put("event", event);
        fields.put("event_timestamp", BookJson.time(now));
        fields.put("created", BookJson.time(payment.created()));
        fields.put("order_id", String.valueOf(AffirmAnswers.order(payment)));
        var id = UlidCreator.getMonotonicUlid().toString();
        fields.put("webhook_session_id", id);
        return new Webhook(
                id,
                payment.connector(),
                payment.account(),
                payment.merchantReference(),
                url,
                form(fields),
                1);
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        var time = now / 1000;
        var code = Hmac.of512(webhook.account(), time + "." + webhook.body());
        return Map.of(
                "Content-Type",
                "application/x-www-form-urlencoded",
                "X-Affirm-Signature",
                "t=" + time + ",v0=" + HexFormat.of().formatHex(code));
    }
}
