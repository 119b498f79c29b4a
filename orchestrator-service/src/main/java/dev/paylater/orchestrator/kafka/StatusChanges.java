package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.schemas.StatusChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which statuses an event has changed: those of the payment before and after it are compared, so no
 * kind of event can be forgotten. Refunds tell their own.
 */
final class StatusChanges {

    private StatusChanges() {}

    static List<StatusChange> of(@Nullable Payment before, Payment after) {
        var changes = new ArrayList<StatusChange>();
        add(changes, "capture", before, after, StatusChanges::captures);
        add(changes, "dispute", before, after, StatusChanges::disputes);
        add(changes, "mandate", before, after, StatusChanges::mandates);
        add(changes, "payment_link", before, after, StatusChanges::links);
        add(changes, "payment", before, after, StatusChanges::payments);
        return changes;
    }

    private static void add(
            List<StatusChange> changes,
            String resource,
            @Nullable Payment before,
            Payment after,
            Function<Payment, Map<String, Status>> statuses) {
        var known = before == null ? Map.<String, Status>of() : statuses.apply(before);
        statuses.apply(after)
                .forEach(
                        (id, status) -> {
                            var previous = known.get(id);
                            if (!status.equals(previous)) {
                                changes.add(
                                        new StatusChange(
                                                resource,
                                                id,
                                                status.name(),
                                                previous == null ? null : previous.name()));
                            }
                        });
    }

    /**
     * Where a thing stands.
     *
     * @param stage of a dispute, which can rise while the status stays
     */
    private record Status(String name, @Nullable String stage) {
        Status(String name) {
            this(name, null);
        }
    }

    private static Map<String, Status> payments(Payment payment) {
        return Map.of(payment.paymentId(), new Status(payment.status().wireName()));
    }

    private static Map<String, Status> captures(Payment payment) {
        var statuses = new LinkedHashMap<String, Status>();
        payment.captures()
                .forEach(c -> statuses.put(c.captureId(), new Status(WireEnums.of(c.status()))));
        return statuses;
    }

    private static Map<String, Status> disputes(Payment payment) {
        var statuses = new LinkedHashMap<String, Status>();
        for (Dispute dispute : payment.disputes()) {
            statuses.put(
                    dispute.disputeId(),
                    new Status(dispute.disputeStatus(), dispute.disputeStage()));
        }
        return statuses;
    }

    /** A link is known by its payment here; that it is open is no news. */
    private static Map<String, Status> links(Payment payment) {
        return payment.linkExpired() == null
                ? Map.of()
                : Map.of(payment.paymentId(), new Status("expired"));
    }

    private static Map<String, Status> mandates(Payment payment) {
        var statuses = new LinkedHashMap<String, Status>();
        payment.findMandateAttempt()
                .ifPresent(
                        giver ->
                                statuses.put(
                                        Objects.requireNonNull(giver.mandateId()),
                                        new Status(status(payment, giver))));
        return statuses;
    }

    /** That its one use is taken or its time over is no event of the payment that gave it. */
    private static String status(Payment payment, Attempt giver) {
        if (giver.mandateRevokedAt() != null) {
            return "revoked";
        }
        return switch (payment.status(giver)) {
            case AUTHENTICATION_PENDING, AUTHORIZING, PENDING, UNRESOLVED -> "pending";
            default -> "active";
        };
    }
}
