package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.AuthenticateThreeDs;
import dev.paylater.orchestrator.payment.PaymentCommand.CompleteAuthorization;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationCompletionRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequested;
import java.util.Map;

/** External 3-D Secure, and completing what the customer has done their part of. */
final class Authenticating {

    private Authenticating() {}

    static boolean mayAuthenticate(Payment payment) {
        return payment.intent().wantsExternalThreeDs()
                && !payment.hasInFlight(o -> o.kind() == Kind.AUTHENTICATE);
    }

    static Decision authenticate(Changes changes, AuthenticateThreeDs command) {
        var payment = changes.payment();
        var attempt = payment.currentAttempt();
        var operation =
                changes.numbered(
                        Kind.AUTHENTICATE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        command.details());
        return changes.add(new ThreeDsRequested(operation)).decision();
    }

    static Decision complete(Changes changes, CompleteAuthorization command) {
        var payment = changes.payment();
        if (!changes.now().isBefore(payment.expiresOn())) {
            return Decision.refused(Refusal.sessionExpired());
        }
        var attempt = payment.currentAttempt();
        var redirected = payment.operation(OperationIds.authorize(attempt.attemptId()));
        if (redirected.isPresent()) {
            return inquireAboutRedirect(changes, redirected.get(), command.terms());
        }
        var operation =
                changes.numbered(
                        Kind.COMPLETE_AUTHORIZE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        Map.of());
        return changes.add(new AuthorizationCompletionRequested(command.terms(), operation))
                .decision();
    }

    private static Decision inquireAboutRedirect(
            Changes changes, Operation authorization, Map<String, String> terms) {
        var payment = changes.payment();
        if (!terms.isEmpty()) {
            changes.add(new PaymentUpdated(payment.intent(), terms, payment.expiresOn()));
        }
        return changes.add(
                        new StatusInquired(
                                authorization.operationId(),
                                InquirySchedule.nextWhileCustomerActs(authorization, changes.now()),
                                true))
                .decision();
    }
}
