package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentEvent.LateApprovalFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyKept;
import java.time.Instant;
import java.util.Objects;

/** How events about unwanted money change a payment. */
final class UnwantedEvolution {

    private UnwantedEvolution() {}

    static Payment approved(Payment payment, LateApprovalFound event, Instant at) {
        return payment.changingAttempt(
                event.attemptId(),
                a ->
                        a.learning(event.data())
                                .withAmounts(a.amounts().authorizing(event.amount()))
                                .withUnwanted(UnwantedMoney.found(event.amount(), at)));
    }

    static Payment captured(Payment payment, LateCaptureFound event, Instant at) {
        return MoneyEvolution.capturedAtOnce(
                payment.changingAttempt(
                        event.attemptId(),
                        a ->
                                a.learning(event.data())
                                        .withAmounts(
                                                a.amounts().released() == 0
                                                        ? a.amounts().authorizing(event.amount())
                                                        : a.amounts())
                                        .withUnwanted(
                                                a.unwanted() == null
                                                        ? UnwantedMoney.found(event.amount(), at)
                                                        : a.unwanted())),
                event.attemptId(),
                event.amount());
    }

    /** What was released here is held again as far as the provider has taken it. */
    static Payment charged(Payment payment, LateChargeFound event, Instant at) {
        var capture = payment.capture(event.captureId()).orElseThrow();
        return payment.changingCapture(
                        event.captureId(),
                        c -> MoneyEvolution.charged(c, event.amount(), event.data()))
                .changingAttempt(
                        capture.attemptId(),
                        a ->
                                a.learning(event.data())
                                        .withAmounts(taken(a.amounts(), event.amount()))
                                        .withUnwanted(UnwantedMoney.found(event.amount(), at)));
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

    /** It is gone once its refund has given all of it back. */
    static Payment refunded(Payment payment, RefundStatusRecorded event) {
        return payment.refund(event.refundId())
                .filter(refund -> refund.status() == Refund.Status.SUCCEEDED)
                .filter(Refund::isOfUnwantedMoney)
                .map(refund -> refunded(payment, refund.attemptId()))
                .orElse(payment);
    }

    /** After a refund was made of it, by whomever. */
    static Payment refunded(Payment payment, String attemptId) {
        return payment.attempt(attemptId).unwantedAmount() > 0
                ? payment
                : payment.changingAttempt(attemptId, a -> a.withUnwanted(null));
    }
}
