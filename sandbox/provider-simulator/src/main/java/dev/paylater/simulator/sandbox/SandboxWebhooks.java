package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the sandbox tells by webhook, and how it signs it. */
final class SandboxWebhooks {

    private final SandboxJson json;

    SandboxWebhooks(SandboxJson json) {
        this.json = json;
    }

    @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        if (payment.webhookUrl() == null) {
            return null;
        }
        var id = SandboxIds.prefixed("evt_");
        var event = BookJson.MAPPER.createObjectNode();
        event.put("event_id", id);
        event.put("type", type(happening.kind()));
        event.put("created", BookJson.time(now));
        event.put("payment_id", payment.id());
        event.put("merchant_reference", payment.merchantReference());
        SandboxJson.text(event, "attempt_reference", payment.attemptReference());
        var data = event.putObject("data");
        data.set("payment", json.payment(payment));
        if (happening.subject() != null) {
            subject(data, payment, happening.subject());
        }
        return Webhook.about(payment, id, event);
    }

    private void subject(ObjectNode data, SimulatedPayment payment, String subject) {
        var capture = payment.capture(subject);
        var refund = payment.refund(subject);
        var dispute = payment.dispute(subject);
        if (capture != null) {
            data.set("capture", json.capture(payment, capture));
        } else if (refund != null) {
            data.set("refund", json.refund(payment, refund));
        } else if (dispute != null) {
            data.set("dispute", json.dispute(payment, dispute));
        } else {
            payment.voids().stream()
                    .filter(release -> release.id().equals(subject))
                    .forEach(release -> data.set("void", json.release(payment, release)));
        }
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        return Map.of(
                "Sandbox-Event-Id",
                webhook.eventId(),
                "Sandbox-Signature",
                Hmac.stamped(webhook, now));
    }

    private static String type(SimulatedEvent.Kind kind) {
        return switch (kind) {
            case REQUIRES_ACTION -> "payment.requires_action";
            case PENDING -> "payment.pending";
            case REVIEW -> "payment.review";
            case AUTHORIZED -> "payment.authorized";
            case DECLINED -> "payment.declined";
            case CANCELLED -> "payment.cancelled";
            case EXPIRED -> "payment.expired";
            case CAPTURED -> "capture.succeeded";
            case CAPTURE_FAILED -> "capture.failed";
            case VOIDED -> "void.succeeded";
            case REFUNDED -> "refund.succeeded";
            case REFUND_FAILED -> "refund.failed";
            case DISPUTE_OPENED -> "dispute.opened";
            case DISPUTE_UPDATED -> "dispute.updated";
        };
    }
}
