package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.HttpAnswer.requiredAmount;
import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.News;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Signature;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Verifies and reads the sandbox's notifications. */
final class SandboxWebhooks {

    private static final Pattern SIGNATURE = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})");

    private SandboxWebhooks() {}

    static Notice read(Notification notification, Account account, Instant now) {
        var header = notification.header("Sandbox-Signature");
        var signature = SIGNATURE.matcher(header == null ? "" : header);
        var secret = account.webhookSecret();
        if (secret == null || !signature.matches()) {
            return new Notice.Rejected(Reason.FORGED);
        }
        var stamp = signature.group(1);
        var signed = (stamp + '.').getBytes(UTF_8);
        if (!Signature.matches(
                "HmacSHA256", secret, signature.group(2), signed, notification.body())) {
            return new Notice.Rejected(Reason.FORGED);
        }
        if (!Signature.isFresh(Instant.ofEpochSecond(Long.parseLong(stamp)), now)) {
            return new Notice.Rejected(Reason.STALE);
        }
        return Notice.read(
                () -> {
                    var event = notification.json();
                    return new Notice.Genuine(
                            requiredText(event, "event_id"), List.of(news(event)));
                });
    }

    private static News news(JsonNode event) {
        var type = requiredText(event, "type");
        var data = event.path("data");
        var kind = type.substring(0, Math.max(0, type.indexOf('.')));
        return switch (kind) {
            case "payment" -> authorization(event, data.path("payment"));
            case "capture" -> part(event, data, "capture", Operation.CAPTURE);
            case "void" -> part(event, data, "void", gaveUp(data.path("void")));
            case "refund" -> part(event, data, "refund", Operation.REFUND);
            case "dispute" -> dispute(data.path("dispute"));
            // A type that is newer than this connector: whatever it is, asking tells.
            default -> new Notice.Changed(requiredText(event, "merchant_reference"));
        };
    }

    private static News authorization(JsonNode event, JsonNode payment) {
        var attempt = requiredText(event, "attempt_reference");
        return new Notice.Settled(
                requiredText(event, "merchant_reference"),
                attempt,
                Operation.AUTHORIZE,
                attempt + "_authorize",
                null,
                SandboxReading.payment(payment));
    }

    private static News part(JsonNode event, JsonNode data, String kind, Operation operation) {
        var part = data.path(kind);
        return new Notice.Settled(
                requiredText(event, "merchant_reference"),
                requiredText(event, "attempt_reference"),
                operation,
                requiredText(part, "idempotency_key"),
                operation == Operation.REFUND ? requiredText(part, "reference") : null,
                SandboxReading.part(part, requiredAmount(part, "amount"), kind));
    }

    /** The provider knows one kind of giving up; which of ours it was, our key says. */
    private static Operation gaveUp(JsonNode part) {
        return requiredText(part, "idempotency_key").contains("_release_")
                ? Operation.RELEASE
                : Operation.VOID;
    }

    private static News dispute(JsonNode dispute) {
        return new Notice.Disputed(
                requiredText(dispute, "merchant_reference"),
                requiredText(dispute, "id"),
                requiredText(dispute, "stage"),
                requiredText(dispute, "status"),
                requiredAmount(dispute, "amount"),
                requiredText(dispute, "currency"),
                text(dispute, "connector_status"),
                text(dispute, "reason"),
                text(dispute, "reason_code"),
                time(dispute, "challenge_required_by"),
                time(dispute, "created"),
                time(dispute, "updated"));
    }

    private static @Nullable Instant time(JsonNode json, String name) {
        var text = text(json, name);
        return text == null ? null : Instant.parse(text);
    }
}
