package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordProviderResult;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ProviderResults;

/** Reads a provider's result from a connector's message. */
final class ProviderResultReader {

    private ProviderResultReader() {}

    static RecordProviderResult read(ConnectorOutcome outcome) {
        return new RecordProviderResult(
                outcome.getAttemptId(),
                WireEnums.to(Operation.Kind.class, outcome.getOperation()),
                outcome.getOperationId(),
                outcome.getInquiry(),
                ProviderResults.requestedAt(outcome),
                ProviderResults.read(outcome));
    }
}
