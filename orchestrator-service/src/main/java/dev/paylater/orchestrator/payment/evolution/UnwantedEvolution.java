package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.orchestrator.payment.Amounts;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent.LateApprovalFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyKept;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.UnwantedMoney;
import java.time.Instant;
import java.util.Objects;

/** How events about unwanted money change a payment. */
final class UnwantedEvolution {

    private UnwantedEvolution() {}

    static Payment approved(Payment payment, LateApprovalFound event, Instant at) {
        return payment.changingAttempt(
                event.attemptId(),
                a ->
                        a.withProviderData(event.data())
                                .withAmounts(a.amounts().authorizing(event.amount()))
                                .withUnwanted(UnwantedMoney.found(event.amount(), at)));
    }

    static Payment captured(Payment payment, LateCaptureFound event, Instant at) {
        var captured =
                MoneyEvolution.capturedAtOnce(
                        payment.changingAttempt(
                                event.attemptId(),
                                a ->
                                        a.withProviderData(event.data())
                                                .withAmounts(covering(a.amounts(), event.amount()))
                                                .withUnwanted(
                                                        a.amounts().held() > 0
                                                                        && a.unwanted() != null
                                                                ? a.unwanted()
                                                                : found(a, event.amount(), at))),
                        event.attemptId(),
                        event.amount(),
                        event.data());
        return withoutLost(captured, event.attemptId());
    }

    /** Authorized for what was found, also where more was taken than had been released here. */
    private static Amounts covering(Amounts amounts, long found) {
        return amounts.released() == 0
                ? amounts.authorizing(amounts.captured() + found)
                : amounts.authorizing(
                        amounts.authorized()
                                + Math.max(0, found - amounts.held() - amounts.released()));
    }

    /** What was released here is held again as far as the provider has taken it. */
    static Payment charged(Payment payment, LateChargeFound event, Instant at) {
        var capture = payment.capture(event.captureId()).orElseThrow();
        var charged =
                payment.changingCapture(
                                event.captureId(),
                                c -> MoneyEvolution.charged(c, event.amount(), event.data()))
                        .changingAttempt(
                                capture.attemptId(),
                                a ->
                                        a.withProviderData(event.data())
                                                .withAmounts(taken(a.amounts(), event.amount()))
                                                .withUnwanted(found(a, event.amount(), at)));
        return withoutLost(charged, capture.attemptId());
    }

    private static UnwantedMoney found(Attempt attempt, long amount, Instant at) {
        var known = attempt.unwanted();
        return known == null ? UnwantedMoney.found(amount, at) : known.and(amount);
    }

    private static Amounts taken(Amounts amounts, long amount) {
        var again = Math.max(0, amount - amounts.held());
        return amounts.authorizing(amounts.authorized() + again).capturing(amount);
    }

    static Payment kept(Payment payment, UnwantedMoneyKept event) {
        return payment.changingAttempt(
                event.attemptId(),
                a ->
                        a.withUnwanted(
                                Objects.requireNonNull(a.unwanted())
                                        .refused(event.error(), event.nextTryAt())));
    }

    /** The provider holds nothing of it any more. */
    static Payment returned(Payment payment, String attemptId) {
        return payment.changingAttempt(
                attemptId, a -> a.releasing(a.amounts().held()).withUnwanted(null));
    }

    static Payment voided(Payment payment, Operation release) {
        return release.purpose() == Operation.Purpose.LATE_APPROVAL
                ? payment.changingAttempt(release.attemptId(), a -> a.withUnwanted(null))
                : payment;
    }

    /** It is gone once its refunds have given all of it back. */
    static Payment refunded(
            Payment before, Payment payment, RefundStatusRecorded event, Instant at) {
        var known = before.refund(event.refundId()).filter(Refund::isOfUnwantedMoney);
        if (known.filter(refund -> refund.status() == Refund.Status.SUCCEEDED).isPresent()) {
            return bounced(payment, known.get(), at);
        }
        return payment.refund(event.refundId())
                .filter(refund -> refund.status().isFinal())
                .filter(Refund::isOfUnwantedMoney)
                .map(refund -> ended(payment, refund))
                .orElse(payment);
    }

    private static Payment ended(Payment payment, Refund refund) {
        return refund.status() == Refund.Status.SUCCEEDED
                ? refunded(
                        payment.changingAttempt(
                                refund.attemptId(), a -> givenBack(a, refund.amount())),
                        refund.attemptId())
                : withoutLost(payment, refund.attemptId());
    }

    /** What the provider has taken back of a refund that had succeeded is unwanted again. */
    private static Payment bounced(Payment payment, Refund before, Instant at) {
        var back =
                before.reserved()
                        - payment.refund(before.refundId()).map(Refund::reserved).orElse(0L);
        return back <= 0
                ? payment
                : withoutLost(
                        payment.changingAttempt(
                                before.attemptId(), a -> a.withUnwanted(found(a, back, at))),
                        before.attemptId());
    }

    private static Attempt givenBack(Attempt attempt, long amount) {
        var unwanted = attempt.unwanted();
        return unwanted == null
                ? attempt
                : attempt.withUnwanted(
                        unwanted.withAmount(Math.max(0, unwanted.amount() - amount)));
    }

    /** What a lost dispute has given back to the customer is not unwanted any more. */
    static Payment disputed(Payment payment) {
        var changed = payment;
        for (var attempt : payment.attempts()) {
            changed = withoutLost(changed, attempt.attemptId());
        }
        return changed;
    }

    /**
     * Subtracts what lost disputes gave back. A dispute in another currency, one whose acceptance
     * the provider has not confirmed, or one about more than the attempt has captured, which is
     * about another attempt, changes nothing: an operator decides.
     */
    private static Payment withoutLost(Payment payment, String attemptId) {
        var attempt = payment.attempt(attemptId);
        var lost = payment.lostOf(attempt);
        var isCertain =
                lost.stream()
                        .allMatch(
                                dispute ->
                                        dispute.isLost()
                                                && dispute.amount() <= attempt.amounts().captured()
                                                && dispute.currency()
                                                        .equals(payment.intent().currency()));
        return lost.isEmpty() || !isCertain ? payment : refunded(payment, attemptId);
    }

    /**
     * A lost dispute was subtracted from the unwanted money of an attempt while no other attempt
     * was known to have captured. When another one has, the dispute may be about that one: all of
     * the money is unwanted again, and the provider's answer to its refund says what is left.
     */
    static Payment doubted(Payment before, Payment payment, Instant at) {
        if (payment.disputes().isEmpty() || before.attempts().size() < 2) {
            return payment;
        }
        var changed = payment;
        for (var attempt : before.attempts()) {
            var isDoubted =
                    !attempt.equals(before.currentAttempt())
                            && attempt.amounts().captured() > 0
                            && !before.lostOf(attempt).isEmpty()
                            && payment.lostOf(attempt).isEmpty();
            if (isDoubted) {
                changed = changed.changingAttempt(attempt.attemptId(), a -> whole(payment, a, at));
            }
        }
        return changed;
    }

    private static Attempt whole(Payment payment, Attempt attempt, Instant at) {
        var left = attempt.amounts().refundable() + payment.unwantedUnderWay(attempt);
        var known =
                Objects.requireNonNullElseGet(
                        attempt.unwanted(), () -> UnwantedMoney.found(left, at));
        return left > 0 ? attempt.withUnwanted(known.withAmount(left)) : attempt;
    }

    /** After a refund was made of it, by whomever: no more of it is left than can be refunded. */
    static Payment refunded(Payment payment, String attemptId) {
        var attempt = payment.attempt(attemptId);
        var unwanted = attempt.unwanted();
        if (unwanted == null || attempt.amounts().held() > 0) {
            return payment;
        }
        var left = payment.unwantedAmount(attempt) + payment.unwantedUnderWay(attempt);
        return payment.changingAttempt(
                attemptId, a -> a.withUnwanted(left > 0 ? unwanted.withAmount(left) : null));
    }
}
