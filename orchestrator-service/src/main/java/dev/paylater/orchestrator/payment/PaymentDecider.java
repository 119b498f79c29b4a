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
        var changes = new Changes(payment, now);
        return switch (command) {
            case CreatePayment _ -> Decision.refused(Refusal.duplicatePayment(payment.paymentId()));
            case UpdatePayment update -> Confirming.update(changes, update);
            case ConfirmPayment confirm -> Confirming.confirm(changes, confirm);
            case CapturePayment capture -> Capturing.capture(changes, capture);
            case CancelPayment cancel -> Cancelling.cancel(changes, cancel);
            case ApprovePayment approve -> Reviewing.approve(changes, approve);
            case RejectPayment reject -> Reviewing.reject(changes, reject);
            case IncrementAuthorization increment -> Incrementing.increment(changes, increment);
            case CompleteAuthorization complete -> Authenticating.complete(changes, complete);
            case AuthenticateThreeDs authenticate ->
                    Authenticating.authenticate(changes, authenticate);
            case SyncPayment _ -> StatusInquiries.sync(changes);
            case ReserveRefund reserve -> Refunding.reserve(changes, reserve);
            case RecordRefundStatus recorded -> Refunding.record(changes, recorded);
            case RecordProviderResult result -> PaymentResults.record(changes, result);
            case RecordDispute recorded -> dispute(changes, recorded);
            case DeadlinePassed _ -> StatusInquiries.deadline(changes);
        };
    }

    private static Decision dispute(Changes changes, RecordDispute command) {
        var dispute = command.dispute();
        var known =
                changes.payment().disputes().stream()
                        .filter(d -> d.disputeId().equals(dispute.disputeId()))
                        .findFirst();
        if (known.isPresent() && known.get().equals(dispute)) {
            return Decision.nothing();
        }
        return changes.add(new PaymentEvent.DisputeRecorded(dispute)).decision();
    }
}
