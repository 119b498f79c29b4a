package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.ApprovePayment;
import dev.paylater.orchestrator.payment.PaymentCommand.RejectPayment;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantRejected;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import java.util.Map;

/** The merchant's decision on a payment that a provider holds for review. */
final class Reviewing {

    private Reviewing() {}

    static Decision approve(Story story, ApprovePayment command) {
        var payment = story.payment();
        if (!(payment.state() instanceof State.RequiresMerchantAction)) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        var attempt = payment.currentAttempt();
        if (attempt.features().contains(Attempt.MANUAL_REVIEW)) {
            var operation = story.numbered(Kind.APPROVE, Purpose.REQUESTED, attempt.authorized());
            return story.tell(new MerchantApproved(operation)).end();
        }
        if (attempt.captureMethod() == CaptureMethod.SCHEDULED) {
            var intent = payment.intent().withCaptureOn(AuthorizationOutcomes.captureOn(story));
            story.tell(new PaymentUpdated(intent, Map.of(), payment.expiresOn()));
        }
        story.tell(new MerchantApproved(null));
        return followUp(story).end();
    }

    /** What the capture method asks for once the merchant has agreed. */
    static Story followUp(Story story) {
        return story.payment().currentAttempt().captureMethod().followsAuthorization()
                ? Capturing.captureInFull(story)
                : story;
    }

    static Decision reject(Story story, RejectPayment command) {
        var payment = story.payment();
        if (!(payment.state() instanceof State.RequiresMerchantAction)) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        var operation =
                story.numbered(Kind.VOID, Purpose.REJECTION, payment.currentAttempt().authorized());
        return story.tell(new MerchantRejected(command.reason(), operation)).end();
    }
}
