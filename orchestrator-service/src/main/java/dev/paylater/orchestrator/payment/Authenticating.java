package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.AuthenticateThreeDs;
import dev.paylater.orchestrator.payment.PaymentCommand.CompleteAuthorization;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationCompletionRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.ProviderAsked;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequested;
import java.util.Map;

/** External 3-D Secure, and the client's word that the customer has done their part. */
final class Authenticating {

    /** Of one attempt; whoever holds the client_secret can ask for one after the other. */
    private static final int MOST_OPERATIONS = 20;

    private Authenticating() {}

    static Decision authenticate(Story story, AuthenticateThreeDs command) {
        var payment = story.payment();
        if (!(payment.state() instanceof State.RequiresCustomerAction)
                || !payment.intent().wantsExternalThreeDs()
                || payment.hasInFlight(o -> o.kind() == Kind.AUTHENTICATE)) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        var attempt = payment.currentAttempt();
        if (attempt.operationsStarted() >= MOST_OPERATIONS) {
            return Decision.refused(Refusal.tooManyClientChanges(MOST_OPERATIONS));
        }
        var operation =
                story.numbered(
                        Kind.AUTHENTICATE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        command.details());
        return story.tell(new ThreeDsRequested(operation)).end();
    }

    static Decision complete(Story story, CompleteAuthorization command) {
        var payment = story.payment();
        if (!(payment.state() instanceof State.RequiresCustomerAction)) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        if (!story.now().isBefore(payment.expiresOn())) {
            return Decision.refused(Refusal.sessionExpired());
        }
        var fields = command.clientFields();
        if (fields != null) {
            var intent = payment.intent().changedByClient(fields);
            var excess = ClientBudget.refusal(intent, payment.terms(), command.terms());
            if (excess != null) {
                return Decision.refused(excess);
            }
            story.tell(new PaymentUpdated(intent, command.terms(), payment.expiresOn()));
        } else if (!command.terms().isEmpty()) {
            story.tell(
                    new PaymentUpdated(
                            payment.intent().changedByMerchant(command.terms().keySet()),
                            command.terms(),
                            payment.expiresOn()));
        }
        var attempt = payment.currentAttempt();
        var redirected = payment.operation(OperationIds.authorize(attempt.attemptId()));
        if (redirected.isPresent()) {
            return askAboutRedirect(story, redirected.get());
        }
        var operation =
                story.numbered(
                        Kind.COMPLETE_AUTHORIZE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        Map.of());
        return story.tell(new AuthorizationCompletionRequested(Map.of(), operation)).end();
    }

    private static Decision askAboutRedirect(Story story, Operation authorization) {
        return story.tell(
                        new ProviderAsked(
                                authorization.operationId(),
                                AskSchedule.nextWhileCustomerActs(authorization, story.now()),
                                true))
                .end();
    }
}
