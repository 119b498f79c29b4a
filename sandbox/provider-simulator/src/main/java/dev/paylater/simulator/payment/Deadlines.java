package dev.paylater.simulator.payment;

import org.jspecify.annotations.Nullable;

/** What happens by itself when its time has come. */
public final class Deadlines {

    private Deadlines() {}

    /** Null when it is no longer due. */
    public static RuleResult.@Nullable Done fall(
            SimulatedPayment payment, DueChange due, TimeAndIds moment) {
        if (!payment.dues().contains(due)) {
            return null;
        }
        var rest = payment.without(due).withUpdated(moment.now());
        return switch (due.kind()) {
            case EXPIRE -> Authorizing.expired(rest);
            case DECIDE ->
                    rest.has(Tag.PENDING_DECLINED)
                            ? Authorizing.declined(
                                    rest,
                                    ProviderFailure.Code.DECLINED,
                                    "The risk check declined the payment.")
                            : Authorizing.approved(rest, moment);
            case APPROVE_LATE -> Authorizing.approved(rest, moment);
            case CHARGE -> {
                var capture = due.subject() == null ? null : rest.capture(due.subject());
                yield capture == null ? null : CaptureRules.charged(rest, capture, moment.now());
            }
            case PAY_BACK -> {
                var refund = due.subject() == null ? null : rest.refund(due.subject());
                yield refund == null ? null : RefundRules.paidBack(rest, refund, moment.now());
            }
        };
    }

    /**
     * Somebody asked about a payment whose approval comes late. The first question starts the
     * clock, so that the caller has always heard 'declined' before the approval. Null: nothing
     * changes.
     */
    public static @Nullable SimulatedPayment asked(SimulatedPayment payment, long now) {
        var first =
                payment.has(Tag.LATE_APPROVAL)
                        && payment.stage() == Stage.DECLINED
                        && payment.dues().isEmpty();
        return first
                ? payment.with(
                        new DueChange(
                                DueChange.Kind.APPROVE_LATE,
                                now + Authorizing.DECISION_MILLIS,
                                null))
                : null;
    }
}
