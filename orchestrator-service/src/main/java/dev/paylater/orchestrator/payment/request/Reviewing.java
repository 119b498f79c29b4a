package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.RejectPayment;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantRejected;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.util.Map;

/** The merchant's decision on a payment that a provider holds for review. */
public final class Reviewing {

    private Reviewing() {}

    public static Decision approve(Changes changes, Attempt attempt) {
        var payment = changes.payment();
        if (attempt.can(Attempt.MANUAL_REVIEW)) {
            var operation =
                    changes.numbered(
                            Kind.APPROVE, Purpose.REQUESTED, attempt.amounts().authorized());
            return changes.add(new MerchantApproved(operation)).decision();
        }
        if (attempt.captureMethod() == CaptureMethod.SCHEDULED) {
            var intent = payment.intent().withCaptureOn(Capturing.captureOn(changes));
            changes.add(new PaymentUpdated(intent, Map.of(), payment.expiresOn()));
        }
        changes.add(new MerchantApproved(null));
        return followUp(changes).decision();
    }

    /** What the capture method asks for once the merchant has agreed. */
    public static Changes followUp(Changes changes) {
        return changes.payment().currentAttempt().captureMethod().followsAuthorization()
                ? Capturing.captureByService(changes)
                : changes;
    }

    public static Decision reject(Changes changes, Attempt attempt, RejectPayment command) {
        var operation =
                changes.numbered(Kind.VOID, Purpose.REJECTION, attempt.amounts().authorized());
        return changes.add(new MerchantRejected(command.reason(), operation)).decision();
    }
}
