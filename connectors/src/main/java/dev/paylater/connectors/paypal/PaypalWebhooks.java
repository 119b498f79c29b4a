package dev.paylater.connectors.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.connector.kit.Webhooks.Proof;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/**
 * PayPal's notifications. They are signed with a certificate that changes; PayPal itself says
 * whether a signature is its own. The account's webhook secret is the id of its webhook at PayPal.
 * An event names the order or the payment by the custom id that the order was given.
 */
final class PaypalWebhooks {

    /** What PayPal wants to know in order to say so, each from a header. */
    private static final List<String> SIGNATURE =
            List.of(
                    "auth_algo",
                    "cert_url",
                    "transmission_id",
                    "transmission_sig",
                    "transmission_time");

    static final Webhooks WEBHOOKS =
            new Webhooks(
                    PaypalWebhooks::check,
                    PaypalWebhooks::read,
                    new Proof(
                            PaypalWebhooks::ask,
                            answer -> "SUCCESS".equals(Json.text(answer, "/verification_status"))));

    private PaypalWebhooks() {}

    /** What is not signed at all need not be asked about. */
    private static @Nullable Reason check(
            Notification notification, Account account, Secret secret, Instant now) {
        return SIGNATURE.stream().allMatch(field -> header(notification, field) != null)
                ? null
                : Reason.FORGED;
    }

    private static Notice read(Notification notification, Account account) {
        var event = notification.json();
        var payment = Json.text(event, "/resource/custom_id");
        return Notice.Changed.genuine(
                Json.required(event, "/id"),
                payment == null
                        ? Json.text(event, "/resource/purchase_units/0/custom_id")
                        : payment);
    }

    /** The event goes back byte by byte: written anew, it would have another signature. */
    private static HttpCall ask(Notification notification, Account account, Secret secret) {
        var body = Body.of().put("webhook_id", secret.value());
        SIGNATURE.forEach(field -> body.put(field, header(notification, field)));
        var event = new RawValue(new String(notification.body(), UTF_8));
        return HttpCall.of(HttpCall.Method.POST, "/v1/notifications/verify-webhook-signature")
                .withJson(body.json().putRawValue("webhook_event", event));
    }

    /** As {@code PAYPAL-AUTH-ALGO}. */
    private static @Nullable String header(Notification notification, String field) {
        return notification.header("paypal-" + field.replace('_', '-'));
    }
}
