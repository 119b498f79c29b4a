package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseSucceeded;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidSucceeded;

/** What a provider's word means for a void or a release of the rest. */
final class VoidOutcomes {

    private VoidOutcomes() {}

    static Decision record(Story story, Operation operation, RecordOutcome outcome) {
        return switch (outcome.verdict()) {
            case Verdict.Approved _ -> succeed(story, operation);
            case Verdict.Declined(_, var error) -> fail(story, operation, error);
            case Verdict.Pending pending ->
                    Outcomes.pending(story, operation, pending, outcome.facts()).end();
            case Verdict.Unknown(var reason) ->
                    Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.NotFound _ ->
                    operation.repeated() && !mustCome(operation)
                            ? fail(story, operation, ConnectorError.PROVIDER_UNAVAILABLE)
                            : Outcomes.repeat(story, operation).end();
            case Verdict.NotExecuted(var reason) ->
                    operation.isUnheardOf() && !mustCome(operation)
                            ? fail(story, operation, ConnectorError.PROVIDER_UNAVAILABLE)
                            : Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.CustomerAction _, Verdict.MerchantAction _ ->
                    Outcomes.unknown(story, operation, "not an answer to a void", outcome.facts())
                            .end();
        };
    }

    /** Nobody would ask for it once more: only the provider's own word ends it. */
    private static boolean mustCome(Operation operation) {
        return operation.kind() == Kind.RELEASE || operation.purpose() != Purpose.REQUESTED;
    }

    /** A void that was given up here was made after all: nothing is open any more. */
    static Decision late(Story story, Attempt attempt, RecordOutcome outcome) {
        return outcome.verdict() instanceof Verdict.Approved
                ? Outcomes.lapse(story, attempt, "voided").end()
                : Decision.nothing();
    }

    /**
     * While the authorization is in doubt, a request or a question about it is on its way and may
     * still make one: the void has ended what there was before it, and no more.
     */
    private static Decision succeed(Story story, Operation operation) {
        var attempt = story.payment().attempt(operation.attemptId());
        var inDoubt =
                story.payment()
                        .hasInFlight(
                                o ->
                                        o.kind().authorizes()
                                                && o.attemptId().equals(attempt.attemptId()));
        end(story, operation, attempt);
        return inDoubt
                ? Asking.check(story, story.payment().attempt(operation.attemptId()), Purpose.DOUBT)
                        .end()
                : story.end();
    }

    private static Story end(Story story, Operation operation, Attempt attempt) {
        if (operation.kind() == Kind.RELEASE) {
            return story.tell(new ReleaseSucceeded(operation.operationId(), operation.amount()));
        }
        return switch (operation.purpose()) {
            case REQUESTED, LATE_APPROVAL, DOUBT ->
                    story.tell(
                            new VoidSucceeded(
                                    operation.operationId(),
                                    attempt.isAuthorized() ? attempt.open() : 0));
            case EXPIRY -> AuthorizationOutcomes.expire(story, attempt);
            case REJECTION ->
                    AuthorizationOutcomes.end(
                            story, attempt, AttemptStatus.AUTHORIZATION_FAILED, null);
        };
    }

    private static Decision fail(Story story, Operation operation, ConnectorError error) {
        return story.tell(
                        operation.kind() == Kind.RELEASE
                                ? new ReleaseFailed(operation.operationId(), error)
                                : new VoidFailed(operation.operationId(), error))
                .end();
    }
}
