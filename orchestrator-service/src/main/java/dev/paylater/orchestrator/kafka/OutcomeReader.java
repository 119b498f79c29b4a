package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.AttemptStatus;
import dev.paylater.orchestrator.payment.NextAction;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.ProviderFacts;
import dev.paylater.orchestrator.payment.Verdict;
import dev.paylater.schemas.ConnectorOutcome;
import java.time.Instant;
import java.util.Optional;

/** Reads a provider's word from a connector's message. */
final class OutcomeReader {

    private OutcomeReader() {}

    static RecordOutcome read(ConnectorOutcome outcome) {
        return new RecordOutcome(
                outcome.getAttemptId(),
                Words.to(Operation.Kind.class, outcome.getOperation()),
                outcome.getOperationId(),
                outcome.getAsked(),
                outcome.getRequestedAt() == null
                        ? null
                        : Instant.ofEpochMilli(outcome.getRequestedAt()),
                verdict(outcome),
                new ProviderFacts(
                        outcome.getConnectorTransactionId(),
                        outcome.getReferenceId(),
                        outcome.getConnectorOperationId(),
                        outcome.getConnectorState(),
                        outcome.getConnectorMetadata(),
                        outcome.getFrmMessage(),
                        outcome.getThreeDs(),
                        outcome.getConnectorMandateId(),
                        outcome.getIncrementalAuthorizationAllowed()));
    }

    private static Verdict verdict(ConnectorOutcome outcome) {
        return switch (outcome.getVerdict()) {
            case "approved" -> new Verdict.Approved(outcome.getAmount(), outcome.getCaptured());
            case "declined" ->
                    new Verdict.Declined(
                            Optional.ofNullable(outcome.getAttemptStatus())
                                    .map(status -> Words.to(AttemptStatus.class, status))
                                    .orElse(AttemptStatus.AUTHORIZATION_FAILED),
                            Errors.read(outcome.getError()));
            case "pending" ->
                    new Verdict.Pending(
                            outcome.getAskAfter() == null
                                    ? null
                                    : Instant.ofEpochMilli(outcome.getAskAfter()));
            case "unknown" ->
                    new Verdict.Unknown(
                            outcome.getError() == null ? null : outcome.getError().getMessage());
            case "customer_action" ->
                    new Verdict.CustomerAction(
                            new NextAction(
                                    outcome.getNextAction().getType(),
                                    outcome.getNextAction().getUrl()));
            case "merchant_action" -> new Verdict.MerchantAction(outcome.getAmount());
            case "not_found" -> new Verdict.NotFound();
            case "not_executed" ->
                    new Verdict.NotExecuted(
                            outcome.getError() == null ? null : outcome.getError().getMessage());
            default ->
                    throw new IllegalArgumentException("Unknown verdict " + outcome.getVerdict());
        };
    }
}
