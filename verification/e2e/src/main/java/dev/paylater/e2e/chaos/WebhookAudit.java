package dev.paylater.e2e.chaos;

import dev.paylater.e2e.chaos.WebhookReceiver.Received;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Holds what a receiver has got against what merchants see: each delivery of the log has arrived,
 * each payment's and refund's last status as well, none with a status that is not its type's, and
 * in order where that was asked for. That each event has its delivery, reconcile compares.
 */
final class WebhookAudit {

    private static final int PAGE = 100;

    private final ChaosFindings findings;
    private final List<Received> received;
    private final Set<String> arrived;
    private final Map<String, Set<String>> types;

    /** Of what the receiver has got up to now. */
    WebhookAudit(List<Received> received, ChaosFindings findings) {
        this.findings = findings;
        this.received = received;
        this.arrived = received.stream().map(Received::webhookId).collect(Collectors.toSet());
        this.types =
                received.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Received::source,
                                        Collectors.mapping(Received::type, Collectors.toSet())));
    }

    /** How many payments it has heard of. */
    static int check(
            WebhookReceiver receiver, Collection<Purchase> purchases, ChaosFindings findings) {
        var own =
                purchases.stream()
                        .filter(purchase -> purchase.plan().merchant() == receiver.merchant())
                        .filter(purchase -> !purchase.paymentId().isEmpty())
                        .toList();
        try {
            own.forEach(purchase -> awaitDelivered(receiver, purchase, findings));
        } catch (Stuck e) {
            // The others would be waited for as long.
            findings.add(receiver.endpointId(), "deliveries do not end: " + e.getMessage());
        }
        var audit = new WebhookAudit(receiver.received(), findings);
        audit.statuses();
        if (receiver.isOrdered()) {
            audit.order();
        }
        for (var purchase : own) {
            audit.payment(
                    receiver.merchant()
                            .get(log(receiver, purchase))
                            .expect(200)
                            .json()
                            .path("data"),
                    receiver.merchant().payment(purchase.paymentId()).json());
        }
        return own.size();
    }

    private static void awaitDelivered(
            WebhookReceiver receiver, Purchase purchase, ChaosFindings findings) {
        new PatientMerchant(receiver.merchant(), purchase.paymentId(), findings)
                .await(
                        log(receiver, purchase),
                        deliveries ->
                                deliveries
                                        .json()
                                        .path("data")
                                        .valueStream()
                                        .noneMatch(
                                                delivery ->
                                                        delivery.path("status")
                                                                .asString("")
                                                                .equals("pending")));
    }

    private static String log(WebhookReceiver receiver, Purchase purchase) {
        return "/webhook_deliveries?limit=%d&endpoint_id=%s&payment_id=%s"
                .formatted(PAGE, receiver.endpointId(), purchase.paymentId());
    }

    /**
     * Compares what has arrived of one payment.
     *
     * @param deliveries the log of them
     */
    void payment(JsonNode deliveries, JsonNode payment) {
        var paymentId = payment.path("payment_id").asString("");
        for (var delivery : deliveries) {
            if (!arrived.contains(delivery.path("event_id").asString(""))) {
                findings.add(
                        AuditRule.WEBHOOK_NOT_ARRIVED,
                        paymentId,
                        "a webhook that has not arrived: " + delivery);
            }
        }
        has(
                AuditRule.WEBHOOK_OF_PAYMENT_LACKS,
                paymentId,
                "payment." + payment.path("status").asString(""));
        for (var refund : payment.path("refunds")) {
            has(
                    AuditRule.WEBHOOK_OF_REFUND_LACKS,
                    refund.path("refund_id").asString(""),
                    "refund." + refund.path("status").asString(""));
        }
    }

    private void has(AuditRule rule, String source, String type) {
        var known = types.getOrDefault(source, Set.of());
        if (!known.contains(type)) {
            findings.add(rule, source, "is %s, and webhooks said %s".formatted(type, known));
        }
    }

    void statuses() {
        for (var event : received) {
            var resource = event.type().substring(0, event.type().indexOf('.'));
            var word = event.type().substring(resource.length() + 1);
            var isStatus = resource.equals("payment") || resource.equals("refund");
            if (isStatus
                    && !Set.of("created", "expired").contains(word)
                    && !word.equals(event.status())) {
                findings.add(
                        AuditRule.WEBHOOK_STATUS,
                        event.source(),
                        "a webhook with a wrong status: " + event);
            }
        }
    }

    /** An event may come again, but never after a later one. */
    void order() {
        var latest = new HashMap<String, Long>();
        var reported = new HashSet<String>();
        for (var event : received) {
            var before = latest.merge(event.source(), event.sequence(), Math::max);
            if (event.sequence() < before && reported.add(event.source())) {
                findings.add(
                        AuditRule.WEBHOOK_ORDER,
                        event.source(),
                        "%s came after event %d".formatted(event, before));
            }
        }
    }
}
