package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Signature;
import tools.jackson.databind.JsonNode;

/**
 * Verifies Mondu's notifications. They say that something changed and not for how much, so that
 * Mondu is asked; without a time in what is signed, only its id tells a replay.
 */
final class MonduWebhooks {

    private MonduWebhooks() {}

    static Notice read(Notification notification, Account account) {
        var signature = notification.header("X-Mondu-Signature");
        var secret = account.webhookSecret();
        if (secret == null
                || signature == null
                || !Signature.matches("HmacSHA256", secret, signature, notification.body())) {
            return new Notice.Rejected(Reason.FORGED);
        }
        return Notice.read(
                () -> {
                    var event = notification.json();
                    return new Notice.Genuine(
                            eventId(event), Notice.Changed.of(text(event, MonduErrors.REFERENCE)));
                });
    }

    /** There is no id of the notification: a topic of an order or invoice is told once. */
    private static String eventId(JsonNode event) {
        return String.join(
                ":",
                requiredText(event, "topic"),
                String.valueOf(text(event, "order_uuid")),
                String.valueOf(text(event, "invoice_uuid")),
                String.valueOf(text(event, "order_state")));
    }
}
