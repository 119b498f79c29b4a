package dev.paylater.simulator.payment;

import static dev.paylater.simulator.payment.Payment.plus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Disputes: opened and moved at a test's word; they change no amount. */
public final class Disputing {

    private Disputing() {}

    /** What to set; null leaves a field as it is, or at its default in a new dispute. */
    public record Wish(
            @Nullable Long amount,
            @Nullable String stage,
            @Nullable String status,
            @Nullable String connectorStatus,
            @Nullable String reason,
            @Nullable String reasonCode,
            @Nullable String challengeRequiredBy) {}

    public static RuleResult open(Payment payment, Wish wish, Moment moment) {
        if (payment.captured() == 0) {
            return RuleResult.refused(Failure.Code.INVALID_STATE, "Nothing is captured.");
        }
        var dispute =
                new Dispute(
                        moment.id(Moment.Kind.DISPUTE),
                        or(wish.amount(), payment.captured()),
                        or(wish.stage(), "dispute"),
                        or(wish.status(), "dispute_opened"),
                        wish.connectorStatus(),
                        wish.reason(),
                        wish.reasonCode(),
                        wish.challengeRequiredBy(),
                        moment.now(),
                        moment.now());
        return new RuleResult.Done(
                payment.withDisputes(plus(payment.disputes(), dispute)).withUpdated(moment.now()),
                dispute.id(),
                List.of(),
                List.of(new Happening(Happening.Kind.DISPUTE_OPENED, dispute.id())));
    }

    public static RuleResult move(Payment payment, String disputeId, Wish wish, long now) {
        var dispute = payment.dispute(disputeId);
        if (dispute == null) {
            return RuleResult.refused(Failure.Code.INVALID_STATE, "No such dispute.");
        }
        var moved =
                new Dispute(
                        dispute.id(),
                        or(wish.amount(), dispute.amount()),
                        or(wish.stage(), dispute.stage()),
                        or(wish.status(), dispute.status()),
                        kept(wish.connectorStatus(), dispute.connectorStatus()),
                        kept(wish.reason(), dispute.reason()),
                        kept(wish.reasonCode(), dispute.reasonCode()),
                        kept(wish.challengeRequiredBy(), dispute.challengeRequiredBy()),
                        dispute.created(),
                        now);
        return new RuleResult.Done(
                payment.withDisputes(
                                payment.disputes().stream()
                                        .map(other -> other.id().equals(disputeId) ? moved : other)
                                        .toList())
                        .withUpdated(now),
                disputeId,
                List.of(),
                List.of(new Happening(Happening.Kind.DISPUTE_UPDATED, disputeId)));
    }

    private static <T> T or(@Nullable T wished, T otherwise) {
        return wished == null ? otherwise : wished;
    }

    private static @Nullable String kept(@Nullable String wished, @Nullable String before) {
        return wished == null ? before : wished;
    }
}
