package dev.paylater.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What PayPal notifies of. A signature is an HMAC where PayPal's is RSA, and its certificate is
 * nowhere, but named as PayPal names its own: whether it is the provider's is to be asked. The id
 * of an account's webhook is its webhook secret.
 */
final class SimulatedPaypalWebhooks {

    private final PaypalAnswers answers;
    private final Subscriptions subscriptions;

    SimulatedPaypalWebhooks(PaypalAnswers answers, Subscriptions subscriptions) {
        this.answers = answers;
        this.subscriptions = subscriptions;
    }

    /** POST /v1/notifications/webhooks. */
    ProviderAnswer subscribe(StrictFields body, String account) {
        var url = body.requiredText("url");
        subscriptions.put("paypal", account, url);
        var json =
                BookJson.MAPPER.createObjectNode().put("id", Hmac.secret(account)).put("url", url);
        json.set("event_types", body.object().path("event_types"));
        json.putArray("links");
        return ProviderAnswer.of(201, json);
    }

    /** POST /v1/notifications/verify-webhook-signature. */
    static ProviderAnswer verify(StrictFields body, String account) {
        var event = BookJson.MAPPER.writeValueAsString(body.object("webhook_event").object());
        for (var name : new String[] {"auth_algo", "cert_url", "webhook_id"}) {
            body.requiredText(name);
        }
        var expected =
                signature(
                        account,
                        body.requiredText("transmission_id"),
                        body.requiredText("transmission_time"),
                        event);
        var genuine =
                expected.equals(body.requiredText("transmission_sig"))
                        && Hmac.secret(account).equals(body.text("webhook_id"));
        return ProviderAnswer.of(
                200,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("verification_status", genuine ? "SUCCESS" : "FAILURE"));
    }

    Map<String, String> sign(Webhook webhook, long now) {
        var id = UUID.randomUUID().toString();
        var time = BookJson.time(now);
        return Map.of(
                "PAYPAL-TRANSMISSION-ID",
                id,
                "PAYPAL-TRANSMISSION-TIME",
                time,
                "PAYPAL-TRANSMISSION-SIG",
                signature(webhook.account(), id, time, webhook.body()),
                "PAYPAL-CERT-URL",
                "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-sandbox",
                "PAYPAL-AUTH-ALGO",
                "SHA256withRSA");
    }

    private static String signature(String account, String id, String time, String body) {
        var sum = new CRC32();
        sum.update(body.getBytes(UTF_8));
        var message = String.join("|", id, time, Hmac.secret(account), "" + sum.getValue());
        return Base64.getEncoder().encodeToString(Hmac.of(account, message));
    }

    @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var type = type(payment, happening.kind());
        if (payment.webhookUrl() == null || type == null) {
            return null;
        }
        var id = "WH-" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT);
        var body =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("id", id)
                        .put("event_version", "1.0")
                        .put("create_time", BookJson.time(now))
                        .put("resource_version", "2.0")
                        .put("event_type", type)
                        .put("summary", type.replace('.', ' '));
        body.set("resource", resource(payment, happening));
        return Webhook.about(payment, id, body);
    }

    private ObjectNode resource(SimulatedPayment payment, SimulatedEvent happening) {
        return switch (happening.kind()) {
            case CAPTURED, CAPTURE_FAILED ->
                    answers.capture(payment, Objects.requireNonNull(happening.subject()));
            case REFUNDED, REFUND_FAILED ->
                    answers.refund(payment, Objects.requireNonNull(happening.subject()));
            case AUTHORIZED, DECLINED, VOIDED -> answers.authorization(payment);
            default -> answers.order(payment);
        };
    }

    private static @Nullable String type(SimulatedPayment payment, SimulatedEvent.Kind kind) {
        return switch (kind) {
            case REQUIRES_ACTION -> payment.consented() ? "CHECKOUT.ORDER.APPROVED" : null;
            case AUTHORIZED ->
                    payment.automaticCapture()
                            ? "CHECKOUT.ORDER.COMPLETED"
                            : "PAYMENT.AUTHORIZATION.CREATED";
            case DECLINED, VOIDED -> "PAYMENT.AUTHORIZATION.VOIDED";
            case EXPIRED ->
                    payment.authorized() > 0
                            ? "PAYMENT.AUTHORIZATION.VOIDED"
                            : payment.consented() ? "CHECKOUT.PAYMENT-APPROVAL.REVERSED" : null;
            case CAPTURED -> "PAYMENT.CAPTURE.COMPLETED";
            case CAPTURE_FAILED -> "PAYMENT.CAPTURE.DENIED";
            case REFUNDED -> "PAYMENT.CAPTURE.REFUNDED";
            case REFUND_FAILED -> "PAYMENT.REFUND.FAILED";
            case PENDING, REVIEW, CANCELLED, DISPUTE_OPENED, DISPUTE_UPDATED -> null;
        };
    }
}
