package dev.paylater.orchestrator.payment.decision;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordProviderResult;
import dev.paylater.orchestrator.payment.PaymentCommand.SettleOperation;
import dev.paylater.orchestrator.payment.PaymentCommand.SettleUnwantedMoney;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationSettled;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneySettled;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.orchestrator.payment.result.PaymentResults;
import dev.paylater.orchestrator.payment.result.ReportedResult;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderResult;

/** What an operator knows and the provider does not tell. */
final class Settling {

    private Settling() {}

    /** Ends an operation as the operator says, once no delivery of its request can act any more. */
    static Decision operation(Changes changes, SettleOperation command) {
        var payment = changes.payment();
        var operation = payment.operation(command.operationId()).orElse(null);
        if (operation == null || operation.kind() == Operation.Kind.INQUIRY) {
            return Decision.refused(Refusals.notInStatus("settle of this operation", payment));
        }
        var over = InquirySchedule.requestOverAt(operation.sentAt());
        if (changes.now().isBefore(over)) {
            return Decision.refused(Refusals.mayStillBeCarriedOut(over));
        }
        var amount = command.amount();
        if (amount != null && (amount < 0 || amount > operation.amount())) {
            return Decision.refused(
                    Refusals.invalid("amount must be at most " + operation.amount(), "amount"));
        }
        changes.add(
                new OperationSettled(
                        operation.operationId(),
                        command.succeeded(),
                        amount,
                        command.operator(),
                        command.reason()));
        var reported =
                new RecordProviderResult(
                        operation.attemptId(),
                        operation.kind(),
                        operation.operationId(),
                        true,
                        changes.now(),
                        result(command));
        PaymentResults.apply(changes, new ReportedResult(reported, operation));
        return changes.decision();
    }

    private static ProviderResult result(SettleOperation command) {
        if (!command.succeeded()) {
            return ProviderResult.declined(
                    Decline.Outcome.FAILURE, AttemptErrors.SETTLED_BY_OPERATOR);
        }
        return command.amount() == null
                ? ProviderResult.approved()
                : ProviderResult.approved(command.amount());
    }

    /** Only what the operator has seen: more of it may have been found since they looked. */
    static Decision unwantedMoney(Changes changes, SettleUnwantedMoney command) {
        var attemptId = command.attemptId();
        if (attemptId == null || command.amount() == null) {
            return Decision.refused(Refusals.missing(attemptId == null ? "attempt_id" : "amount"));
        }
        var unwanted = changes.payment().findAttempt(attemptId).map(Attempt::unwanted).orElse(null);
        if (unwanted == null) {
            return Decision.refused(Refusals.noUnwantedMoney(attemptId));
        }
        if (unwanted.amount() != command.amount()) {
            return Decision.refused(Refusals.otherUnwantedMoney(attemptId, unwanted.amount()));
        }
        return changes.add(
                        new UnwantedMoneySettled(attemptId, command.operator(), command.reason()))
                .decision();
    }
}
