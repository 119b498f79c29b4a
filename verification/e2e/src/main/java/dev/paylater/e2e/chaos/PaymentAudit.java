package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One payment as it is shown, held against what its merchant was told and what the provider has
 * booked.
 */
final class PaymentAudit {

    private static final Set<String> BY_ITSELF =
            Set.of("automatic", "sequential_automatic", "scheduled");

    private static final Set<String> AUTHORIZED =
            Set.of(
                    "requires_capture",
                    "partially_captured_and_capturable",
                    "partially_captured",
                    "succeeded");

    private final PurchasePlan plan;
    private final String paymentId;
    private final AcceptedRequests accepted;
    private final ApiAnswer payment;
    private final Booked authorized;
    private final Booked captured;
    private final Booked refunded;
    private final ChaosFindings findings;

    /** What the provider has booked of one kind for a payment. */
    private record Booked(int times, long amount) {

        static Booked of(String operation, JsonNode entries) {
            var times = 0;
            var amount = 0L;
            for (var entry : entries) {
                if (entry.path("operation").asString("").equals(operation)) {
                    times++;
                    amount += entry.path("amount").asLong();
                }
            }
            return new Booked(times, amount);
        }
    }

    PaymentAudit(
            PurchasePlan plan,
            String paymentId,
            AcceptedRequests accepted,
            ApiAnswer payment,
            JsonNode entries,
            ChaosFindings findings) {
        this.plan = plan;
        this.paymentId = paymentId;
        this.accepted = accepted;
        this.payment = payment;
        this.authorized = Booked.of("authorize", entries);
        this.captured = Booked.of("capture", entries);
        this.refunded = Booked.of("refund", entries);
        this.findings = findings;
    }

    /**
     * Compares all of it.
     *
     * @param disputes as the provider has them
     */
    void check(List<JsonNode> disputes) {
        authorizations();
        captures();
        disputes(disputes);
        var refunds = payment.json().path("refunds");
        if (isOwn(refunds)) {
            givenBack();
        } else {
            refunds(refunds);
        }
    }

    /** An attempt that the provider was to refuse is none that it may authorize. */
    private void authorizations() {
        var most = plan.tag().isRefused() ? accepted.newTries() : payment.number("attempt_count");
        var least = AUTHORIZED.contains(payment.string("status")) ? 1 : 0;
        if (authorized.times() > most) {
            find(
                    AuditRule.AUTHORIZED_TOO_OFTEN,
                    "authorized %d times, allowed %d".formatted(authorized.times(), most));
        }
        if (authorized.times() < least) {
            find(
                    AuditRule.NOT_AUTHORIZED,
                    "is %s and was never authorized".formatted(payment.string("status")));
        }
    }

    /** No more than was accepted, exactly what is shown, and nothing accepted has vanished. */
    private void captures() {
        var received = payment.number("amount_received");
        if (captured.amount() + accepted.directAmount() != received) {
            find(
                    AuditRule.RECEIVED,
                    "shows %d received, captured were %d and %d directly"
                            .formatted(received, captured.amount(), accepted.directAmount()));
        }
        var shown = payment.json().path("captures").size();
        if (shown < accepted.captures() + accepted.directCaptures()) {
            find(
                    AuditRule.CAPTURE_VANISHED,
                    "shows %d captures, accepted were %d and %d direct"
                            .formatted(shown, accepted.captures(), accepted.directCaptures()));
        }
        var byItself = BY_ITSELF.contains(plan.captureMethod());
        var times = accepted.captures() + (byItself ? 1 : 0);
        if (captured.times() > times) {
            find(
                    AuditRule.CAPTURED_TOO_OFTEN,
                    "captured %d times, accepted were %d".formatted(captured.times(), times));
        }
        var amount = accepted.capturedAmount() + (byItself ? plan.amount() : 0);
        if (captured.amount() > amount) {
            find(
                    AuditRule.CAPTURED_TOO_MUCH,
                    "captured %d in all, accepted were %d".formatted(captured.amount(), amount));
        }
    }

    private void disputes(List<JsonNode> atProvider) {
        var shown = new HashMap<String, JsonNode>();
        for (var dispute : payment.json().path("disputes")) {
            shown.put(dispute.path("connector_dispute_id").asString(""), dispute);
        }
        if (!shown.keySet().containsAll(accepted.disputes())) {
            find(
                    AuditRule.DISPUTE_VANISHED,
                    "shows disputes %s, opened were %s"
                            .formatted(shown.keySet(), accepted.disputes()));
        }
        for (var dispute : atProvider) {
            var known = shown.get(dispute.path("id").asString(""));
            if (known != null
                    && (!known.path("dispute_status").equals(dispute.path("status"))
                            || known.path("amount").asLong() != dispute.path("amount").asLong())) {
                find(
                        AuditRule.DISPUTE_DIFFERS,
                        "shows the dispute %s, the provider has %s".formatted(known, dispute));
            }
        }
        if (accepted.lostAmount() > 0
                && refunded.amount() + accepted.lostAmount() > captured.amount()) {
            find(
                    AuditRule.DISPUTED_MONEY_REFUNDED,
                    "captured %d, lost %d in a dispute, refunded %d"
                            .formatted(
                                    captured.amount(), accepted.lostAmount(), refunded.amount()));
        }
    }

    /** Whether the system refunds by itself what a provider approved and captured too late. */
    static boolean isOwn(JsonNode refunds) {
        return refunds.path(0).path("refund_id").asString("").startsWith("late_");
    }

    private void givenBack() {
        if (!Set.of("failed", "cancelled").contains(payment.string("status"))) {
            find(
                    AuditRule.LATE_MONEY_REVIVES,
                    "is %s after money that came too late".formatted(payment.string("status")));
        }
        if (captured.amount() != refunded.amount()) {
            find(
                    AuditRule.LATE_MONEY_KEPT,
                    "captured %d too late and gave back %d"
                            .formatted(captured.amount(), refunded.amount()));
        }
    }

    private void refunds(JsonNode shown) {
        var known = statuses(shown);
        if (known.size() < shown.size()) {
            find(AuditRule.REFUND_SHOWN_TWICE, "shows a refund twice: " + shown);
        }
        if (!known.equals(accepted.refunds())) {
            find(
                    AuditRule.REFUNDS_DIFFER,
                    "shows refunds %s, accepted were %s".formatted(known, accepted.refunds()));
        }
        // A refund of several captures may be several bookings, so only the sum is held.
        if (refunded.amount() > accepted.refundedAmount()) {
            find(
                    AuditRule.REFUNDED_TOO_MUCH,
                    "refunded %d in all, accepted were %d"
                            .formatted(refunded.amount(), accepted.refundedAmount()));
        }
        if (refunded.amount() < accepted.succeededRefunds()) {
            find(
                    AuditRule.REFUNDED_TOO_LITTLE,
                    "refunded %d in all, told were %d"
                            .formatted(refunded.amount(), accepted.succeededRefunds()));
        }
    }

    static Map<String, String> statuses(JsonNode refunds) {
        var statuses = new HashMap<String, String>();
        for (var refund : refunds) {
            statuses.put(refund.path("refund_id").asString(""), refund.path("status").asString(""));
        }
        return statuses;
    }

    private void find(AuditRule rule, String what) {
        findings.add(rule, paymentId + " (" + plan.mark() + ")", what);
    }
}
