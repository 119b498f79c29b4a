package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Signature;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Verifies and reads Afterpay's notifications, which are about disputes and nothing else. */
final class AfterpayWebhooks {

    private static final String ALGORITHM = "HmacSHA256";

    /** What a dispute's status is called in the interface; closed ones may say more, see below. */
    private static final Map<String, String> STATUSES =
            Map.of(
                    "needs_response", "dispute_opened",
                    "under_review", "dispute_challenged",
                    "won", "dispute_won",
                    "lost", "dispute_lost",
                    "merchant_refunded", "dispute_accepted",
                    "merchant_voided", "dispute_accepted");

    private static final Map<String, String> CLOSING_REASONS =
            Map.of(
                    "merchant_accepted", "dispute_accepted",
                    "deadline_expired", "dispute_expired",
                    "customer_cancelled", "dispute_cancelled");

    private AfterpayWebhooks() {}

    static Notice read(Notification notification, Account account, Instant now) {
        var signature = notification.header("X-Afterpay-Request-Signature");
        var stamp = notification.header("X-Afterpay-Request-Date");
        var secret = account.webhookSecret();
        if (secret == null
                || signature == null
                || stamp == null
                || !isSigned(notification, signature, stamp, secret, account)) {
            return new Notice.Rejected(Reason.FORGED);
        }
        return Notice.read(
                () -> {
                    if (!Signature.isFresh(Instant.ofEpochSecond(Long.parseLong(stamp)), now)) {
                        return new Notice.Rejected(Reason.STALE);
                    }
                    var dispute = notification.json();
                    return new Notice.Genuine(eventId(dispute), List.of(news(dispute, account)));
                });
    }

    private static boolean isSigned(
            Notification notification,
            String signature,
            String stamp,
            Secret secret,
            Account account) {
        var url = account.settings().text("webhook_url");
        var head = (url == null ? notification.url() : url) + "\n" + stamp + "\n";
        return "hex".equals(account.settings().text("webhook_signature_encoding"))
                ? Signature.matches(
                        ALGORITHM, secret, signature, head.getBytes(UTF_8), notification.body())
                : Signature.matchesBase64(
                        ALGORITHM, secret, signature, head.getBytes(UTF_8), notification.body());
    }

    /** There is no id of the notification: a dispute in one standing is told once. */
    private static String eventId(JsonNode dispute) {
        return String.join(
                ":", id(dispute), requiredText(dispute, "status"), "" + text(dispute, "updatedAt"));
    }

    private static String id(JsonNode dispute) {
        var id = text(dispute, "dispute_id");
        return id == null ? requiredText(dispute, "id") : id;
    }

    private static Notice.Disputed news(JsonNode dispute, Account account) {
        var status = requiredText(dispute, "status");
        var currency = currency(dispute.path("amount"), account);
        return new Notice.Disputed(
                requiredText(dispute, "merchantOrderId"),
                id(dispute),
                "dispute",
                status(status, text(dispute, "closingReason")),
                amount(dispute.path("amount"), currency),
                currency,
                status,
                text(dispute, "openingNote"),
                text(dispute, "reason"),
                time(dispute, "responseDueBy"),
                time(dispute, "createdAt"),
                time(dispute, "updatedAt"));
    }

    private static String status(String status, @Nullable String closingReason) {
        var closed =
                status.equals("lost") && closingReason != null
                        ? CLOSING_REASONS.get(closingReason)
                        : null;
        var known = closed == null ? STATUSES.get(status) : closed;
        if (known == null) {
            throw new UnreadableAnswer("unknown dispute status " + status);
        }
        return known;
    }

    private static long amount(JsonNode amount, String currency) {
        return amount.isObject()
                ? AfterpayMoney.minor(amount, currency)
                : AfterpayMoney.minor(amount.asString(null), currency);
    }

    /** A bare amount is in the one currency of the merchant's account. */
    private static String currency(JsonNode amount, Account account) {
        var currency =
                amount.isObject() ? text(amount, "currency") : account.settings().text("currency");
        if (currency == null) {
            throw new UnreadableAnswer("an amount without currency");
        }
        return currency;
    }

    private static @Nullable Instant time(JsonNode json, String name) {
        var seconds = text(json, name);
        return seconds == null ? null : Instant.ofEpochSecond(Long.parseLong(seconds));
    }
}
