package dev.paylater.e2e.chaos;

import dev.paylater.e2e.chaos.WebhookReceiver.Received;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds what a receiver has got against what merchants see: each delivery of the log has arrived,
 * each payment's and refund's last status as well, none with a status that is not its type's, and
 * in order where that was asked for. That each event has its delivery, reconcile compares.
 */
final class WebhookAudit {

    private static final int PAGE = 100;

    private final WebhookReceiver receiver;
    private final Findings findings;
    private final List<Received> received;
    private final Set<String> arrived;
    private final Map<String, Set<String>> types;

    /** Of what the receiver has got up to now. */
    WebhookAudit(WebhookReceiver receiver, Findings findings) {
        this.receiver = receiver;
        this.findings = findings;
        this.received = receiver.received();
        this.arrived = received.stream().map(Received::webhookId).collect(Collectors.toSet());
        this.types =
                received.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Received::source,
                                        Collectors.mapping(Received::type, Collectors.toSet())));
    }

    /** How many payments it has heard of. */
    static int check(WebhookReceiver receiver, Collection<Purchase> purchases, Findings findings) {
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
        var audit = new WebhookAudit(receiver, findings);
        audit.statuses();
        if (receiver.isOrdered()) {
            audit.order();
        }
        own.forEach(audit::payment);
        return own.size();
    }

    private static void awaitDelivered(
            WebhookReceiver receiver, Purchase purchase, Findings findings) {
        new PatientMerchant(receiver.merchant(), purchase.paymentId(), findings)
                .await(
                        log(receiver, purchase),
                        deliveries ->
                                deliveries
                                        .json()
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

    private void payment(Purchase purchase) {
        for (var delivery : receiver.merchant().get(log(receiver, purchase)).expect(200).json()) {
            if (!arrived.contains(delivery.path("event_id").asString(""))) {
                findings.add(purchase.paymentId(), "a webhook that has not arrived: " + delivery);
            }
        }
        var payment = receiver.merchant().payment(purchase.paymentId());
        has(purchase.paymentId(), "payment", payment.string("status"));
        for (var refund : payment.json().path("refunds")) {
            has(
                    refund.path("refund_id").asString(""),
                    "refund",
                    refund.path("status").asString(""));
        }
    }

    private void has(String source, String resource, String status) {
        var known = types.getOrDefault(source, Set.of());
        if (!known.contains(resource + "." + status)) {
            findings.add(source, "is %s, and webhooks said %s".formatted(status, known));
        }
    }

    private void statuses() {
        for (var event : received) {
            var resource = event.type().substring(0, event.type().indexOf('.'));
            var word = event.type().substring(resource.length() + 1);
            var isStatus = resource.equals("payment") || resource.equals("refund");
            if (isStatus
                    && !Set.of("created", "expired").contains(word)
                    && !word.equals(event.status())) {
                findings.add(event.source(), "a webhook with a wrong status: " + event);
            }
        }
    }

    /** The same event may come again, but never after a later one. */
    private void order() {
        var latest = new HashMap<String, Long>();
        var reported = new HashSet<String>();
        for (var event : received) {
            var before = latest.merge(event.source(), event.sequence(), Math::max);
            if (event.sequence() < before && reported.add(event.source())) {
                findings.add(event.source(), "%s came after event %d".formatted(event, before));
            }
        }
    }
}
