package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.RevokeMandate;
import dev.paylater.orchestrator.payment.PaymentEvent.MandateRevoked;

/** The mandates that came with a payment. */
final class Mandates {

    private Mandates() {}

    /** A mandate that is revoked already stays so. */
    static Decision revoke(Changes changes, RevokeMandate command) {
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
