package dev.paylater.orchestrator.payment.decision;

import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentCommand.CreatePayment;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.orchestrator.payment.request.Confirming;
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
                    : Decision.refused(Refusals.unknownPayment());
        }
        return PaymentTransitions.decide(new Changes(payment, now), command);
    }
}
