package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.ClientBudget;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.AuthenticateThreeDs;
import dev.paylater.orchestrator.payment.PaymentCommand.CompleteAuthorization;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationCompletionRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequested;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.time.Instant;
import java.util.Map;

/** External 3-D Secure, and completing what the customer has done their part of. */
public final class Authenticating {

    /** Of one attempt; whoever holds the client_secret can ask for one after the other. */
    private static final int MAX_OPERATIONS = 20;

    private Authenticating() {}

    public static boolean mayAuthenticate(Payment payment) {
        return payment.intent().wantsExternalThreeDs()
                && !payment.hasInFlight(o -> o.kind() == Kind.AUTHENTICATE);
    }

    public static Decision authenticate(
            Changes changes, Attempt attempt, AuthenticateThreeDs command) {
        if (attempt.operationsStarted() >= MAX_OPERATIONS) {
            return Decision.refused(Refusals.tooManyClientChanges(MAX_OPERATIONS));
        }
        var operation =
                changes.numbered(
                        Kind.AUTHENTICATE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        command.details());
        return changes.add(new ThreeDsRequested(operation)).decision();
    }

    /**
     * Goes on after the customer's part.
     *
     * @param deadline of the customer's part: later than the session's end where a payment link
     *     lasts longer
     */
    public static Decision complete(
            Changes changes, Attempt attempt, Instant deadline, CompleteAuthorization command) {
        var payment = changes.payment();
        var now = changes.now();
        if (!now.isBefore(payment.expiresOn()) && !now.isBefore(deadline)) {
            return Decision.refused(Refusals.sessionExpired());
        }
        var fields = command.clientFields();
        if (fields != null) {
            var intent = payment.intent().changedByClient(fields);
            var excess = ClientBudget.refusal(intent, payment.terms(), command.terms());
            if (excess != null) {
                return Decision.refused(excess);
            }
            changes.add(new PaymentUpdated(intent, command.terms(), payment.expiresOn()));
        } else if (!command.terms().isEmpty()) {
            changes.add(
                    new PaymentUpdated(
                            payment.intent().changedByMerchant(command.terms().keySet()),
                            command.terms(),
                            payment.expiresOn()));
        }
        var redirected = payment.operation(OperationIds.authorize(attempt.attemptId()));
        if (redirected.isPresent()) {
            return inquireAboutRedirect(changes, redirected.get());
        }
        var operation =
                changes.numbered(
                        Kind.COMPLETE_AUTHORIZE,
                        Purpose.REQUESTED,
                        attempt.amount(),
                        attempt,
                        Map.of());
        return changes.add(new AuthorizationCompletionRequested(Map.of(), operation)).decision();
    }

    private static Decision inquireAboutRedirect(Changes changes, Operation authorization) {
        return changes.add(
                        new StatusInquired(
                                authorization.operationId(),
                                authorization.inquiries() + 1,
                                StatusInquiries.nextWhileCustomerActs(authorization, changes),
                                true))
                .decision();
    }
}
