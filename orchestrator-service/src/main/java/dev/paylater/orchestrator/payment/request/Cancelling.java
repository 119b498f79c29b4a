package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.PaymentCommand.CancelPayment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCancelled;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Cancelling: here alone while no provider knows of the payment, else at the provider; and how an
 * attempt ends that nobody has decided in time, or that the merchant has rejected.
 */
public final class Cancelling {

    private Cancelling() {}

    public static Decision here(Changes changes, CancelPayment command) {
        return changes.add(new PaymentCancelled(command.reason())).decision();
    }

    public static Decision atProvider(Changes changes, Attempt attempt, CancelPayment command) {
        return request(changes, attempt, Kind.VOID, command, VoidRequested::new);
    }

    /**
     * Releases what is left of the authorization at the provider; captured money stays captured.
     */
    public static Decision rest(Changes changes, Attempt attempt, CancelPayment command) {
        return request(changes, attempt, Kind.RELEASE, command, ReleaseRequested::new);
    }

    private static Decision request(
            Changes changes,
            Attempt attempt,
            Kind kind,
            CancelPayment command,
            BiFunction<Operation, @Nullable String, PaymentEvent> event) {
        var otherAccount = attempt.findOtherAccount(command.details());
        if (otherAccount != null) {
            return Decision.refused(otherAccount);
        }
        var operation =
                changes.numbered(
                        kind,
                        Purpose.REQUESTED,
                        attempt.amounts().held() + changes.payment().settledAndHeld(attempt),
                        attempt,
                        command.details());
        return changes.add(event.apply(operation, command.reason())).decision();
    }

    /** The customer's time is up and nothing is open at the provider. */
    public static void expire(Changes changes, Attempt attempt) {
        end(changes, attempt, Decline.Outcome.EXPIRED, AttemptErrors.CUSTOMER_ACTION_EXPIRED, true);
    }

    /** The merchant rejected it, so it is not tried again at another connector. */
    public static void reject(Changes changes, Attempt attempt) {
        end(
                changes,
                attempt,
                Decline.Outcome.AUTHORIZATION_FAILED,
                AttemptErrors.REJECTED_BY_MERCHANT,
                false);
    }

    private static void end(
            Changes changes,
            Attempt attempt,
            Decline.Outcome outcome,
            ProviderError error,
            boolean retryable) {
        changes.add(
                new AuthorizationDeclined(
                        attempt.attemptId(),
                        OperationIds.authorize(attempt.attemptId()),
                        outcome,
                        error,
                        retryable,
                        ProviderData.NONE));
    }
}
