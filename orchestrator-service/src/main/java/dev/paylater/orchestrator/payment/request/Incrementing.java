package dev.paylater.orchestrator.payment.request;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Increment;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.IncrementAuthorization;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementRequested;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;

/** Authorizing more than at first. */
public final class Incrementing {

    private Incrementing() {}

    public static Decision increment(
            Changes changes, Attempt attempt, IncrementAuthorization command) {
        if (!changes.payment().intent().allowsIncrements()
                || !Boolean.TRUE.equals(attempt.data().incrementalAllowed())) {
            return Decision.refused(
                    new Refusal(
                            "IR_16",
                            "incremental_authorization is not allowed for this payment in status "
                                    + changes.payment().status().wireName(),
                            null));
        }
        if (command.amount() <= attempt.amounts().authorized()) {
            return Decision.refused(
                    Refusals.invalid(
                            "amount is the new total and must exceed "
                                    + attempt.amounts().authorized(),
                            "amount"));
        }
        var operation = changes.numbered(Kind.INCREMENT, Purpose.REQUESTED, command.amount());
        var increment =
                new Increment(
                        operation.operationId(),
                        command.amount(),
                        attempt.amounts().authorized(),
                        Increment.Status.PROCESSING,
                        command.reason(),
                        null);
        return changes.add(new IncrementRequested(increment, operation)).decision();
    }
}
