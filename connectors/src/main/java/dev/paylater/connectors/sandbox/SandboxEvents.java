package dev.paylater.connectors.sandbox;

import static dev.paylater.connector.kit.Json.required;
import static dev.paylater.connector.kit.Json.text;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.ProviderEvent;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Operation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the sandbox's notifications, which say themselves what became of an operation. */
final class SandboxEvents {

    private SandboxEvents() {}

    static Notice read(Notification notification, Account account) {
        var event = notification.json();
        return new Notice.Genuine(required(event, "/event_id"), List.of(news(event)));
    }

    private static ProviderEvent news(JsonNode event) {
        var type = required(event, "/type");
        var kind = type.substring(0, Math.max(0, type.indexOf('.')));
        var part = event.path("data").path(kind);
        return switch (kind) {
            case "payment" -> authorization(event, part);
            case "capture", "void", "refund" ->
                    isOurs(event, part)
                            ? settled(event, part, kind)
                            : new Notice.Changed(required(event, "/merchant_reference"));
            case "dispute" -> dispute(part);
            // A type that is newer than this connector: an inquiry shows what it is.
            default -> new Notice.Changed(required(event, "/merchant_reference"));
        };
    }

    private static ProviderEvent settled(JsonNode event, JsonNode part, String kind) {
        return switch (kind) {
            case "capture" -> settled(event, part, Operation.CAPTURE, null);
            case "void" -> settled(event, part, released(part), null);
            default -> settled(event, part, Operation.REFUND, required(part, "/reference"));
        };
    }

    private static ProviderEvent authorization(JsonNode event, JsonNode payment) {
        var attempt = required(event, "/attempt_reference");
        return new Notice.Settled(
                required(event, "/merchant_reference"),
                attempt,
                Operation.AUTHORIZE,
                attempt + "_authorize",
                null,
                Sandbox.PAYMENT.read(payment));
    }

    private static ProviderEvent settled(
            JsonNode event, JsonNode part, Operation operation, @Nullable String refundId) {
        return new Notice.Settled(
                required(event, "/merchant_reference"),
                required(event, "/attempt_reference"),
                operation,
                required(part, "/idempotency_key"),
                refundId,
                Sandbox.PART.read(part));
    }

    /**
     * Our keys begin with the attempt that they are of; the others are of the merchant's portal.
     */
    private static boolean isOurs(JsonNode event, JsonNode part) {
        return required(part, "/idempotency_key")
                .startsWith(required(event, "/attempt_reference") + "_");
    }

    /** The provider knows one kind of release; which of ours it was, our key says. */
    private static Operation released(JsonNode part) {
        return required(part, "/idempotency_key").contains("_release_")
                ? Operation.RELEASE
                : Operation.VOID;
    }

    private static ProviderEvent dispute(JsonNode dispute) {
        return new Notice.Disputed(
                required(dispute, "/merchant_reference"),
                required(dispute, "/id"),
                required(dispute, "/stage"),
                required(dispute, "/status"),
                Json.amount(dispute, "/amount"),
                required(dispute, "/currency"),
                text(dispute, "/connector_status"),
                text(dispute, "/reason"),
                text(dispute, "/reason_code"),
                time(dispute, "/challenge_required_by"),
                time(dispute, "/created"),
                time(dispute, "/updated"));
    }

    private static @Nullable Instant time(JsonNode json, String pointer) {
        var text = text(json, pointer);
        return text == null ? null : Instant.parse(text);
    }
}
