package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeRecorded;

/** Disputes, as providers report them. */
final class Disputing {

    private Disputing() {}

    static Decision record(Changes changes, RecordDispute command) {
        var isKnown = changes.payment().disputes().contains(command.dispute());
        return isKnown
                ? Decision.nothing()
                : changes.add(new DisputeRecorded(command.dispute())).decision();
    }
}
