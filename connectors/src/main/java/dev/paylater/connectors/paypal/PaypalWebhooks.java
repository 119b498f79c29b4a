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
import dev.paylater.connector.kit.Signature;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.connector.kit.Webhooks.Proof;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.regex.Pattern;
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

    /** PayPal tries again for three days. */
    private static final Duration OLDEST = Duration.ofDays(3);

    private static final Pattern ALGORITHM = Pattern.compile("SHA(?:256|384|512)withRSA");

    /** Where PayPal's certificates lie, for live and for tests. */
    private static final Pattern CERTIFICATE =
            Pattern.compile(
                    "https://(?:[a-z0-9-]+\\.)+paypal\\.com/v1/notifications/certs/[A-Za-z0-9_-]+");

    static final Webhooks WEBHOOKS =
            new Webhooks(PaypalWebhooks::check, PaypalWebhooks::read)
                    .confirmedBy(
                            new Proof(
                                    PaypalWebhooks::ask,
                                    answer ->
                                            "SUCCESS"
                                                    .equals(
                                                            Json.text(
                                                                    answer,
                                                                    "/verification_status"))));

    private PaypalWebhooks() {}

    /** A call is not made for what PayPal cannot have signed, or signed too long ago. */
    private static @Nullable Reason check(
            Notification notification, Account account, Secret secret, Instant now) {
        for (var field : SIGNATURE) {
            if (header(notification, field) == null) {
                return Reason.FORGED;
            }
        }
        if (!matches(ALGORITHM, notification, "auth_algo")
                || !matches(CERTIFICATE, notification, "cert_url")) {
            return Reason.FORGED;
        }
        // A time that is none is as good as a forgery, which the caller makes of the exception.
        var sent =
                OffsetDateTime.parse(String.valueOf(header(notification, "transmission_time")))
                        .toInstant();
        return sent.isBefore(now.minus(OLDEST)) || sent.isAfter(now.plus(Signature.TOLERANCE))
                ? Reason.STALE
                : null;
    }

    private static boolean matches(Pattern form, Notification notification, String field) {
        return form.matcher(String.valueOf(header(notification, field))).matches();
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
