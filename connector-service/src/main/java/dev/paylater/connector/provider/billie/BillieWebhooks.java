package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.News;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Signature;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads Billie's notifications. They carry a header that the merchant chose and are not signed:
 * whoever has seen one can make more, so that they are no reason to believe, only to ask.
 */
final class BillieWebhooks {

    private static final String USUAL_HEADER = "X-Webhook-Secret";

    /** Our attempt, which the order is named after. */
    private static final Pattern REFERENCE = Pattern.compile("(.{30})_\\d+");

    private BillieWebhooks() {}

    static Notice read(Notification notification, Account account) {
        var chosen = account.settings().text("webhook_header");
        var given = notification.header(chosen == null ? USUAL_HEADER : chosen);
        var secret = account.webhookSecret();
        if (secret == null || given == null || !Signature.equal(secret.value(), given)) {
            return new Notice.Rejected(Reason.FORGED);
        }
        try {
            var event = notification.json();
            return new Notice.Genuine(eventId(event), news(event));
        } catch (UnreadableAnswer e) {
            return new Notice.Rejected(Reason.UNREADABLE);
        }
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

    private static List<News> news(JsonNode event) {
        var reference = text(event, "order_id");
        var ours = REFERENCE.matcher(reference == null ? "" : reference);
        return ours.matches() ? List.of(new Notice.Changed(ours.group(1))) : List.of();
    }
}
