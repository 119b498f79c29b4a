package dev.paylater.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.SimulatedEvent;
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
final class PaypalWebhooks {

    private final PaypalAnswers answers;
    private final Subscriptions subscriptions;

    PaypalWebhooks(PaypalAnswers answers, Subscriptions subscriptions) {
        this.answers = answers;
        this.subscriptions = subscriptions;
    }

    /** POST /v1/notifications/webhooks. */
    Answer subscribe(Fields body, String account) {
        var url = body.requiredText("url");
        subscriptions.put("paypal", account, url);
        var json = Json.MAPPER.createObjectNode().put("id", Hmac.secret(account)).put("url", url);
        json.set("event_types", body.object().path("event_types"));
        json.putArray("links");
        return Answer.of(201, json);
    }

    /** POST /v1/notifications/verify-webhook-signature. */
    static Answer verify(Fields body, String account) {
        var event = Json.MAPPER.writeValueAsString(body.object("webhook_event").object());
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
        return Answer.of(
                200,
                Json.MAPPER
                        .createObjectNode()
                        .put("verification_status", genuine ? "SUCCESS" : "FAILURE"));
    }

    Map<String, String> sign(Webhook webhook, long now) {
        var id = UUID.randomUUID().toString();
        var time = Json.time(now);
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

    @Nullable Webhook notice(Payment payment, SimulatedEvent happening, long now) {
        var type = type(payment, happening.kind());
        if (payment.webhookUrl() == null || type == null) {
            return null;
        }
        var id = "WH-" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT);
        var body =
                Json.MAPPER
                        .createObjectNode()
                        .put("id", id)
                        .put("event_version", "1.0")
                        .put("create_time", Json.time(now))
                        .put("resource_version", "2.0")
                        .put("event_type", type)
                        .put("summary", type.replace('.', ' '));
        body.set("resource", resource(payment, happening));
        return Webhook.about(payment, id, body);
    }

    private ObjectNode resource(Payment payment, SimulatedEvent happening) {
        return switch (happening.kind()) {
            case CAPTURED, CAPTURE_FAILED ->
                    answers.capture(payment, Objects.requireNonNull(happening.subject()));
            case REFUNDED, REFUND_FAILED ->
                    answers.refund(payment, Objects.requireNonNull(happening.subject()));
            case AUTHORIZED, DECLINED, VOIDED -> answers.authorization(payment);
            default -> answers.order(payment);
        };
    }

    private static @Nullable String type(Payment payment, SimulatedEvent.Kind kind) {
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
