package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementDeclined;

/** What a provider's word means for a change of an authorization: an increment, an approval. */
final class ChangeOutcomes {

    private ChangeOutcomes() {}

    static Decision record(Story story, Operation operation, RecordOutcome outcome) {
        return switch (outcome.verdict()) {
            case Verdict.Approved approved -> succeed(story, operation, approved, outcome.facts());
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
                    Outcomes.unknown(story, operation, "not an answer to a change", outcome.facts())
                            .end();
        };
    }

    /** The provider holds what is approved: giving up here would leave it open there. */
    private static boolean mustCome(Operation operation) {
        return operation.kind() == Kind.APPROVE;
    }

    /**
     * An increment that was given up here was granted after all: a request that a worker did not
     * carry out at first can be delivered to the next one.
     */
    static Decision late(Story story, RecordOutcome outcome) {
        if (!(outcome.verdict() instanceof Verdict.Approved approved)
                || story.payment().state().isFinal()) {
            return Decision.nothing();
        }
        return story.payment().increments().stream()
                .filter(
                        i ->
                                i.authorizationId().equals(outcome.operationId())
                                        && i.status() == Increment.Status.FAILURE)
                .findFirst()
                .map(
                        i ->
                                story.tell(
                                                new IncrementApproved(
                                                        i.authorizationId(),
                                                        outcome.operationId(),
                                                        Outcomes.amountOf(approved, i.amount())))
                                        .end())
                .orElse(Decision.nothing());
    }

    private static Decision succeed(
            Story story, Operation operation, Verdict.Approved approved, ProviderFacts facts) {
        var amount = Outcomes.amountOf(approved, operation.amount());
        if (operation.kind() == Kind.INCREMENT) {
            return story.tell(
                            new IncrementApproved(
                                    operation.operationId(), operation.operationId(), amount))
                    .end();
        }
        story.tell(
                new AuthorizationApproved(
                        operation.attemptId(),
                        operation.operationId(),
                        amount,
                        approved.captured(),
                        AuthorizationOutcomes.captureOn(story, operation),
                        facts));
        return approved.captured() ? story.end() : Reviewing.followUp(story).end();
    }

    private static Decision fail(Story story, Operation operation, ConnectorError error) {
        if (operation.kind() == Kind.INCREMENT) {
            return story.tell(
                            new IncrementDeclined(
                                    operation.operationId(), operation.operationId(), error))
                    .end();
        }
        return story.tell(
                        new AuthorizationDeclined(
                                operation.attemptId(),
                                operation.operationId(),
                                AttemptStatus.AUTHORIZATION_FAILED,
                                error,
                                true,
                                ProviderFacts.NONE))
                .end();
    }
}
