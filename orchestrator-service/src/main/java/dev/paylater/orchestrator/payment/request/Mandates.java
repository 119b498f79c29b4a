package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.PaymentCommand.RevokeMandate;
import dev.paylater.orchestrator.payment.PaymentEvent.MandateRevoked;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;

/** The mandates that came with a payment. */
public final class Mandates {

    private Mandates() {}

    /** A mandate that is revoked already stays so. */
    public static Decision revoke(Changes changes, RevokeMandate command) {
        var giver =
                changes.payment()
                        .findMandateAttempt()
                        .filter(attempt -> command.mandateId().equals(attempt.mandateId()));
        if (giver.isEmpty()) {
            return Decision.refused(Refusals.unknownMandate());
        }
        return giver.get().mandateRevokedAt() == null
                ? changes.add(new MandateRevoked(giver.get().attemptId())).decision()
                : Decision.nothing();
    }
}
