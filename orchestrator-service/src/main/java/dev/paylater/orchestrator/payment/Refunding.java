package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundDescribed;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReservationDropped;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import java.time.Duration;
import java.util.Map;

/** The money rule of refunds: never more than was captured, under any concurrency. */
final class Refunding {

    private static final long MINIMUM = 100;
    private static final Duration LATEST = Duration.ofDays(365);

    private Refunding() {}

    static Decision reserve(Story story, ReserveRefund command) {
        var payment = story.payment();
        if (payment.refund(command.refundId()).isPresent()) {
            return Decision.refused(Refusal.duplicateRefund(command.refundId()));
        }
        if (!isRefundable(payment.state())) {
            return Decision.refused(Refusal.noRefundInStatus(payment));
        }
        if (story.now().isAfter(payment.created().plus(LATEST))) {
            return Decision.refused(
                    Refusal.outOfRange(
                            "A payment can be refunded for " + LATEST.toDays() + " days",
                            "payment_id"));
        }
        var left = payment.refundable();
        var amount = command.amount() == null ? left : command.amount();
        if (left == 0 || amount > left) {
            return Decision.refused(Refusal.refundTooLarge(left));
        }
        if (amount < MINIMUM && amount != left) {
            return Decision.refused(
                    Refusal.outOfRange(
                            "amount must be at least %d, or exactly what is left (%d)"
                                    .formatted(Math.min(MINIMUM, left), left),
                            "amount"));
        }
        var refund =
                new Refund(
                        command.refundId(),
                        payment.refunds().size() + 1,
                        Refund.Status.PENDING,
                        amount,
                        command.reason(),
                        command.details(),
                        null,
                        payment.currentAttempt().attemptId(),
                        story.now(),
                        story.now());
        return story.tell(new RefundReserved(refund)).end();
    }

    /** Nobody asked for this money any more, so nobody has to ask for it back either. */
    static Story giveBackLate(Story story, String attemptId, long amount) {
        return story.tell(
                new RefundReserved(
                        new Refund(
                                "late_" + attemptId,
                                story.payment().refunds().size() + 1,
                                Refund.Status.PENDING,
                                amount,
                                "late approval",
                                Map.of(),
                                null,
                                attemptId,
                                story.now(),
                                story.now())));
    }

    private static boolean isRefundable(State state) {
        return switch (state) {
            case State.Succeeded _,
                    State.PartiallyCaptured _,
                    State.PartiallyCapturedAndCapturable _ ->
                    true;
            case State.RequiresPaymentMethod _,
                    State.RequiresConfirmation _,
                    State.Processing _,
                    State.RequiresCustomerAction _,
                    State.RequiresMerchantAction _,
                    State.RequiresCapture _,
                    State.Failed _,
                    State.Cancelled _ ->
                    false;
        };
    }

    static Decision record(Story story, RecordRefundStatus command) {
        var known = story.payment().refund(command.refundId());
        if (known.isEmpty()) {
            return Decision.nothing();
        }
        var refund = known.get();
        if (command.status() == null) {
            return refund.status().isFinal()
                    ? Decision.nothing()
                    : story.tell(new RefundReservationDropped(command.refundId())).end();
        }
        if (!refund.described(command.reason(), command.metadata()).equals(refund)) {
            story.tell(
                    new RefundDescribed(command.refundId(), command.reason(), command.metadata()));
        }
        return refund.status().isFinal() || refund.status() == command.status()
                ? story.end()
                : story.tell(
                                new RefundStatusRecorded(
                                        command.refundId(),
                                        command.status(),
                                        command.amount(),
                                        command.error()))
                        .end();
    }
}
