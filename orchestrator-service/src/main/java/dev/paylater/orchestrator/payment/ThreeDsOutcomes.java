package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsChallengeIssued;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsSucceeded;

/** What the access control server's word means. */
final class ThreeDsOutcomes {

    private static final ConnectorError UNREACHABLE =
            new ConnectorError(
                    "authentication_unavailable",
                    "The access control server could not be reached",
                    null,
                    "provider_unavailable",
                    "The provider is not available");

    private ThreeDsOutcomes() {}

    static Decision record(Story story, Operation operation, RecordOutcome outcome) {
        return switch (outcome.verdict()) {
            case Verdict.Approved _ ->
                    story.tell(
                                    new ThreeDsSucceeded(
                                            operation.operationId(),
                                            outcome.facts(),
                                            Confirming.authorization(story, operation.attemptId())))
                            .end();
            case Verdict.CustomerAction _ ->
                    story.tell(new ThreeDsChallengeIssued(operation.operationId(), outcome.facts()))
                            .end();
            case Verdict.Declined(_, var error) -> fail(story, operation, error, outcome.facts());
            case Verdict.Pending pending ->
                    Outcomes.pending(story, operation, pending, outcome.facts()).end();
            case Verdict.Unknown(var reason) ->
                    Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.NotFound _ ->
                    operation.repeated()
                            ? fail(story, operation, UNREACHABLE, outcome.facts())
                            : Outcomes.repeat(story, operation).end();
            case Verdict.NotExecuted _, Verdict.MerchantAction _ ->
                    fail(story, operation, UNREACHABLE, outcome.facts());
        };
    }

    private static Decision fail(
            Story story, Operation operation, ConnectorError error, ProviderFacts facts) {
        return story.tell(
                        new AuthorizationDeclined(
                                operation.attemptId(),
                                operation.operationId(),
                                AttemptStatus.AUTHENTICATION_FAILED,
                                error,
                                true,
                                facts))
                .end();
    }
}
