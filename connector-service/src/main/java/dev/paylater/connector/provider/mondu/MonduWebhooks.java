package dev.paylater.connector.provider.mondu;

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
 * Verifies Mondu's notifications. They say that something changed and not for how much, so that
 * Mondu is asked; without a time in what is signed, only its id tells a replay.
 */
final class MonduWebhooks {

    /** Our attempt, which the order is named after, or a capture of it. */
    private static final Pattern REFERENCE = Pattern.compile("(.{30})_\\d+(_\\d+)?");

    private MonduWebhooks() {}

    static Notice read(Notification notification, Account account) {
        var signature = notification.header("X-Mondu-Signature");
        var secret = account.webhookSecret();
        if (secret == null
                || signature == null
                || !Signature.matches("HmacSHA256", secret, signature, notification.body())) {
            return new Notice.Rejected(Reason.FORGED);
        }
        try {
            var event = notification.json();
            return new Notice.Genuine(eventId(event), news(event));
        } catch (UnreadableAnswer e) {
            return new Notice.Rejected(Reason.UNREADABLE);
        }
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

    /** What is about no order of ours, a payout say, is genuine and no news. */
    private static List<News> news(JsonNode event) {
        var reference = text(event, "external_reference_id");
        var ours = REFERENCE.matcher(reference == null ? "" : reference);
        return ours.matches() ? List.of(new Notice.Changed(ours.group(1))) : List.of();
    }
}
