package dev.paylater.simulator.afterpay;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.payment.SimulatedDispute;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Afterpay tells of disputes and of nothing else. */
final class AfterpayWebhooks {

    private static final Map<String, String> STATUSES =
            Map.of(
                    "dispute_opened", "needs_response",
                    "dispute_challenged", "under_review",
                    "dispute_won", "won",
                    "dispute_lost", "lost",
                    "dispute_accepted", "lost",
                    "dispute_expired", "lost",
                    "dispute_cancelled", "lost");

    private static final Map<String, String> CLOSING_REASONS =
            Map.of(
                    "dispute_won", "evidence_accepted",
                    "dispute_lost", "evidence_rejected",
                    "dispute_accepted", "merchant_accepted",
                    "dispute_expired", "deadline_expired",
                    "dispute_cancelled", "customer_cancelled");

    private AfterpayWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening) {
        var subject = happening.subject();
        var dispute = subject == null ? null : payment.dispute(subject);
        if (payment.webhookUrl() == null || dispute == null) {
            return null;
        }
        return Webhook.about(
                payment, UlidCreator.getMonotonicUlid().toString(), written(payment, dispute));
    }

    private static ObjectNode written(SimulatedPayment payment, SimulatedDispute dispute) {
        var json = BookJson.MAPPER.createObjectNode();
        json.put("dispute_id", dispute.id());
        json.put("order", AfterpayPayments.token(payment));
        json.set("amount", AfterpayJson.money(dispute.amount(), payment.currency()));
        json.put("reason", dispute.reasonCode() == null ? "fraudulent" : dispute.reasonCode());
        json.put("status", STATUSES.getOrDefault(dispute.status(), "needs_response"));
        json.put("open", !CLOSING_REASONS.containsKey(dispute.status()));
        json.put("createdAt", seconds(dispute.created()));
        json.put("updatedAt", seconds(dispute.updated()));
        if (dispute.challengeRequiredBy() != null) {
            var due = Instant.parse(dispute.challengeRequiredBy());
            json.put("responseDueBy", Long.toString(due.getEpochSecond()));
        }
        json.put("openingNote", dispute.reason());
        json.put("closingReason", CLOSING_REASONS.get(dispute.status()));
        json.put("merchantOrderId", payment.merchantReference());
        return json;
    }

    private static String seconds(long millis) {
        return Long.toString(millis / 1000);
    }

    /** The address is part of what is signed. */
    static Map<String, String> sign(Webhook webhook, long now) {
        var time = seconds(now);
        var code = Hmac.of(webhook.account(), webhook.url() + "\n" + time + "\n" + webhook.body());
        return Map.of(
                "X-Afterpay-Request-Date",
                time,
                "X-Afterpay-Request-Signature",
                Base64.getEncoder().encodeToString(code));
    }
}
