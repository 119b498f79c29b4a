package dev.paylater.simulator.payment;

import static dev.paylater.simulator.payment.SimulatedPayment.plus;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refunds: never more than what is captured and not yet given back, oldest capture first. */
public final class RefundRules {

    private RefundRules() {}

    /** What the caller asked for; amount null is all that is left, captureId null any capture. */
    public record Wish(
            @Nullable Long amount,
            @Nullable String captureId,
            String key,
            @Nullable String reason,
            @Nullable String reference) {}

    public static RuleResult refund(SimulatedPayment payment, Wish wish, TimeAndIds moment) {
        var captures =
                payment.captures().stream()
                        .filter(
                                capture ->
                                        wish.captureId() == null
                                                || capture.id().equals(wish.captureId()))
                        .toList();
        var left = captures.stream().mapToLong(payment::refundable).sum();
        if (payment.captured() == 0) {
            return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, "Nothing is captured.");
        }
        var wanted = wish.amount() == null ? left : wish.amount();
        if (wanted > left || left == 0) {
            return RuleResult.refused(
                    ProviderFailure.Code.AMOUNT_EXCEEDS_CAPTURED,
                    "Only " + left + " can be refunded.");
        }
        if (payment.has(Tag.REFUND_DECLINED)) {
            return RuleResult.refused(
                    ProviderFailure.Code.REFUND_REFUSED, "The provider refused the refund.");
        }
        var standing =
                payment.has(Tag.REFUND_REVIEW)
                        ? PartStatus.REVIEW
                        : payment.has(Tag.REFUND_PENDING)
                                ? PartStatus.PENDING
                                : PartStatus.SUCCEEDED;
        var refund =
                new SimulatedRefund(
                        moment.id(TimeAndIds.Kind.REFUND),
                        wish.key(),
                        wanted,
                        standing,
                        spread(payment, captures, wanted),
                        wish.reason(),
                        wish.reference(),
                        null,
                        moment.now());
        var reserved =
                occupy(payment, refund, 1)
                        .withRefunds(plus(payment.refunds(), refund))
                        .withUpdated(moment.now());
        return switch (standing) {
            case SUCCEEDED -> paidBack(reserved, refund, moment.now());
            case PENDING ->
                    new RuleResult.Done(
                            reserved.with(
                                    new DueChange(
                                            DueChange.Kind.PAY_BACK,
                                            moment.now() + Authorizing.DECISION_MILLIS,
                                            refund.id())),
                            refund.id(),
                            List.of(),
                            List.of());
            case REVIEW, FAILED -> new RuleResult.Done(reserved, refund.id(), List.of(), List.of());
        };
    }

    /** A test decides about a refund in review, or before its time about a pending one. */
    public static RuleResult settle(
            SimulatedPayment payment, String refundId, boolean accept, long now) {
        var refund = payment.refund(refundId);
        if (refund == null
                || refund.standing() == PartStatus.SUCCEEDED
                || refund.standing() == PartStatus.FAILED) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE, "No such refund is open.");
        }
        var rest =
                payment.withDues(
                        payment.dues().stream()
                                .filter(due -> !refundId.equals(due.subject()))
                                .toList());
        if (accept) {
            return paidBack(rest, refund, now);
        }
        var failed =
                refund.withStanding(PartStatus.FAILED)
                        .withFailure(
                                new ProviderFailure(
                                        ProviderFailure.Code.REFUND_REFUSED,
                                        "The provider refused the refund."));
        return new RuleResult.Done(
                occupy(rest, refund, -1).with(failed).withUpdated(now),
                refund.id(),
                List.of(),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.REFUND_FAILED, refund.id())));
    }

    static RuleResult.Done paidBack(SimulatedPayment payment, SimulatedRefund refund, long now) {
        return new RuleResult.Done(
                payment.with(refund.withStanding(PartStatus.SUCCEEDED)).withUpdated(now),
                refund.id(),
                List.of(
                        new Posting(
                                Posting.Kind.REFUND, refund.amount(), refund.key(), refund.id())),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.REFUNDED, refund.id())));
    }

    private static List<SimulatedRefund.Part> spread(
            SimulatedPayment payment, List<SimulatedCapture> captures, long amount) {
        var parts = new ArrayList<SimulatedRefund.Part>();
        var open = amount;
        for (var capture : captures) {
            var part = Math.min(open, payment.refundable(capture));
            if (part > 0) {
                parts.add(new SimulatedRefund.Part(capture.id(), part));
                open -= part;
            }
        }
        return List.copyOf(parts);
    }

    private static SimulatedPayment occupy(
            SimulatedPayment payment, SimulatedRefund refund, int sign) {
        var changed = payment;
        for (var part : refund.parts()) {
            var capture = changed.capture(part.captureId());
            if (capture != null) {
                changed =
                        changed.with(
                                capture.withRefunded(capture.refunded() + sign * part.amount()));
            }
        }
        return changed;
    }
}
