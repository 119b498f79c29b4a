package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Signature;
import tools.jackson.databind.JsonNode;

/**
 * Reads Billie's notifications. They carry a header that the merchant chose and are not signed:
 * whoever has seen one can make more, so that they are no reason to believe, only to ask.
 */
final class BillieWebhooks {

    private static final String USUAL_HEADER = "X-Webhook-Secret";

    private BillieWebhooks() {}

    static Notice read(Notification notification, Account account) {
        var header = account.setting("webhook_header", USUAL_HEADER);
        var given = notification.header(header);
        var secret = account.webhookSecret();
        if (secret == null || given == null || !Signature.equal(secret.value(), given)) {
            return new Notice.Rejected(Reason.FORGED);
        }
        return Notice.read(
                () -> {
                    var event = notification.json();
                    return new Notice.Genuine(
                            eventId(event), Notice.Changed.of(text(event, "order_id")));
                });
    }

    /** There is no id of the notification: what happened, to what, and when. */
    private static String eventId(JsonNode event) {
        return String.join(
                ":",
                requiredText(event, "event"),
                String.valueOf(text(event, "order_uuid")),
                String.valueOf(text(event, "invoice_uuid")),
                String.valueOf(text(event, "created_at")));
    }
}
