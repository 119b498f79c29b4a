package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.*;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a payment: what follows from a command in the state that the payment is in.
 *
 * <pre>
 *  (new) ──▶ requires_payment_method ──▶ requires_confirmation
 *                     │ confirm                 │ confirm
 *                     └───────────┬─────────────┘          ┌── retry ── failed
 *                                 ▼                        ▼             ▲
 *   requires_customer_action ◀─▶ processing ◀──────── (confirm)          │ declined
 *   requires_merchant_action ◀─▶     │ ─────────────────────────────────┘
 *                                    ▼ authorized
 *                             requires_capture ──▶ processing ──▶ cancelled
 *                                    │ capture (via processing)
 *              ┌─────────────────────┼──────────────────────┐
 *              ▼                     ▼                      ▼
 *  partially_captured_and_   partially_captured         succeeded
 *        capturable
 * </pre>
 */
public final class PaymentDecider {

    private PaymentDecider() {}

    /**
     * What follows from a command.
     *
     * @param payment null when there is none of that id
     */
    public static Decision decide(@Nullable Payment payment, PaymentCommand command, Instant now) {
        if (payment == null) {
            return command instanceof CreatePayment create
                    ? Confirming.create(create, now)
                    : Decision.refused(Refusal.unknownPayment());
        }
        var story = new Story(payment, now);
        return switch (command) {
            case CreatePayment _ -> Decision.refused(Refusal.duplicatePayment(payment.paymentId()));
            case UpdatePayment update -> Confirming.update(story, update);
            case ConfirmPayment confirm -> Confirming.confirm(story, confirm);
            case CapturePayment capture -> Capturing.capture(story, capture);
            case CancelPayment cancel -> Cancelling.cancel(story, cancel);
            case ApprovePayment approve -> Reviewing.approve(story, approve);
            case RejectPayment reject -> Reviewing.reject(story, reject);
            case IncrementAuthorization increment -> Incrementing.increment(story, increment);
            case CompleteAuthorization complete -> Authenticating.complete(story, complete);
            case AuthenticateThreeDs authenticate ->
                    Authenticating.authenticate(story, authenticate);
            case SyncPayment _ -> Asking.sync(story);
            case ReserveRefund reserve -> Refunding.reserve(story, reserve);
            case RecordRefundStatus recorded -> Refunding.record(story, recorded);
            case RecordOutcome outcome -> Outcomes.record(story, outcome);
            case RecordDispute recorded -> dispute(story, recorded);
            case DeadlinePassed _ -> Asking.deadline(story);
        };
    }

    private static Decision dispute(Story story, RecordDispute command) {
        var dispute = command.dispute();
        var known =
                story.payment().disputes().stream()
                        .filter(d -> d.disputeId().equals(dispute.disputeId()))
                        .findFirst();
        if (known.isPresent() && known.get().equals(dispute)) {
            return Decision.nothing();
        }
        return story.tell(new PaymentEvent.DisputeRecorded(dispute)).end();
    }
}
