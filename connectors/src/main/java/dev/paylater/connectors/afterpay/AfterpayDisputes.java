package dev.paylater.connectors.afterpay;

import static dev.paylater.connector.kit.Json.required;
import static dev.paylater.connector.kit.Json.text;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.UnreadableAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads Afterpay's notifications, which are about disputes and nothing else. */
final class AfterpayDisputes {

    /** What a dispute's status is called in the interface; a lost one may say more. */
    private static final Map<String, String> STATUSES =
            Map.of(
                    "needs_response", "dispute_opened",
                    "under_review", "dispute_challenged",
                    "won", "dispute_won",
                    "lost", "dispute_lost",
                    "lost merchant_accepted", "dispute_accepted",
                    "lost deadline_expired", "dispute_expired",
                    "lost customer_cancelled", "dispute_cancelled",
                    "merchant_refunded", "dispute_accepted",
                    "merchant_voided", "dispute_accepted");

    private AfterpayDisputes() {}

    static Notice read(Notification notification, Account account) {
        var dispute = notification.json();
        var given = text(dispute, "/dispute_id");
        var id = given == null ? required(dispute, "/id") : given;
        var status = required(dispute, "/status");
        var amount = dispute.path("amount");
        var currency = currency(amount, account);
        return new Notice.Genuine(
                // There is no id of the notification: each status of a dispute is sent once.
                id + ":" + Json.identity(dispute, "/status", "/updatedAt"),
                List.of(
                        new Notice.Disputed(
                                required(dispute, "/merchantOrderId"),
                                id,
                                "dispute",
                                status(status, text(dispute, "/closingReason")),
                                MinorUnits.ofText(
                                        amount.isObject() ? amount.path("amount") : amount,
                                        currency),
                                currency,
                                status,
                                text(dispute, "/openingNote"),
                                text(dispute, "/reason"),
                                time(dispute, "/responseDueBy"),
                                time(dispute, "/createdAt"),
                                time(dispute, "/updatedAt"))));
    }

    private static String status(String status, @Nullable String closingReason) {
        var plain = STATUSES.get(status);
        if (plain == null) {
            throw new UnreadableAnswer("unknown dispute status " + status);
        }
        return STATUSES.getOrDefault(status + " " + closingReason, plain);
    }

    /** A bare amount is in the one currency of the merchant's account. */
    private static String currency(JsonNode amount, Account account) {
        var currency =
                amount.isObject() ? text(amount, "/currency") : account.settings().text("currency");
        if (currency == null) {
            throw new UnreadableAnswer("an amount without currency");
        }
        return currency;
    }

    private static @Nullable Instant time(JsonNode json, String pointer) {
        var seconds = text(json, pointer);
        return seconds == null ? null : Instant.ofEpochSecond(Long.parseLong(seconds));
    }
}
