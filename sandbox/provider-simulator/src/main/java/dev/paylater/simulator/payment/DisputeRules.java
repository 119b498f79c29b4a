package dev.paylater.simulator.payment;

import static dev.paylater.simulator.payment.SimulatedPayment.plus;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Disputes: opened and moved at a test's word, answered by the merchant; they change no amount. */
public final class DisputeRules {

    private static final String OPENED = "dispute_opened";

    private DisputeRules() {}

    /** What to set; null leaves a field as it is, or at its default in a new dispute. */
    public record Wish(
            @Nullable Long amount,
            @Nullable String stage,
            @Nullable String status,
            @Nullable String connectorStatus,
            @Nullable String reason,
            @Nullable String reasonCode,
            @Nullable String challengeRequiredBy) {}

    public static RuleResult open(SimulatedPayment payment, Wish wish, TimeAndIds moment) {
        if (payment.captured() == 0) {
            return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, "Nothing is captured.");
        }
        var dispute =
                new SimulatedDispute(
                        moment.id(TimeAndIds.Kind.DISPUTE),
                        or(wish.amount(), payment.captured()),
                        or(wish.stage(), "dispute"),
                        or(wish.status(), OPENED),
                        wish.connectorStatus(),
                        wish.reason(),
                        wish.reasonCode(),
                        wish.challengeRequiredBy(),
                        null,
                        moment.now(),
                        moment.now());
        return new RuleResult.Done(
                payment.withDisputes(plus(payment.disputes(), dispute)).withUpdated(moment.now()),
                dispute.id(),
                List.of(),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.DISPUTE_OPENED, dispute.id())));
    }

    public static RuleResult move(SimulatedPayment payment, String disputeId, Wish wish, long now) {
        var dispute = payment.dispute(disputeId);
        if (dispute == null) {
            return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, "No such dispute.");
        }
        var moved =
                new SimulatedDispute(
                        dispute.id(),
                        or(wish.amount(), dispute.amount()),
                        or(wish.stage(), dispute.stage()),
                        or(wish.status(), dispute.status()),
                        kept(wish.connectorStatus(), dispute.connectorStatus()),
                        kept(wish.reason(), dispute.reason()),
                        kept(wish.reasonCode(), dispute.reasonCode()),
                        kept(wish.challengeRequiredBy(), dispute.challengeRequiredBy()),
                        dispute.evidence(),
                        dispute.created(),
                        now);
        return changed(payment, moved);
    }

    /** The merchant gives way. */
    public static RuleResult accept(SimulatedPayment payment, String disputeId, TimeAndIds moment) {
        return open(payment, disputeId)
                .map(
                        dispute ->
                                changed(
                                        payment,
                                        dispute.withStatus("dispute_accepted")
                                                .withUpdated(moment.now())))
                .orElseGet(DisputeRules::notOpen);
    }

    /** The merchant contests it, as long as there is time. */
    public static RuleResult challenge(
            SimulatedPayment payment, String disputeId, ObjectNode evidence, TimeAndIds moment) {
        return open(payment, disputeId)
                .filter(dispute -> !isLate(dispute, moment.now()))
                .map(
                        dispute ->
                                changed(
                                        payment,
                                        dispute.withStatus("dispute_challenged")
                                                .withEvidence(evidence)
                                                .withUpdated(moment.now())))
                .orElseGet(DisputeRules::notOpen);
    }

    private static Optional<SimulatedDispute> open(SimulatedPayment payment, String disputeId) {
        return Optional.ofNullable(payment.dispute(disputeId))
                .filter(dispute -> dispute.status().equals(OPENED));
    }

    private static boolean isLate(SimulatedDispute dispute, long now) {
        var deadline = dispute.challengeRequiredBy();
        return deadline != null && now >= Instant.parse(deadline).toEpochMilli();
    }

    private static RuleResult notOpen() {
        return RuleResult.refused(
                ProviderFailure.Code.INVALID_STATE, "The dispute takes no such response any more.");
    }

    private static RuleResult changed(SimulatedPayment payment, SimulatedDispute moved) {
        return new RuleResult.Done(
                payment.withDisputes(
                                payment.disputes().stream()
                                        .map(other -> other.id().equals(moved.id()) ? moved : other)
                                        .toList())
                        .withUpdated(moved.updated()),
                moved.id(),
                List.of(),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.DISPUTE_UPDATED, moved.id())));
    }

    private static <T> T or(@Nullable T wished, T otherwise) {
        return wished == null ? otherwise : wished;
    }

    private static @Nullable String kept(@Nullable String wished, @Nullable String before) {
        return wished == null ? before : wished;
    }
}
