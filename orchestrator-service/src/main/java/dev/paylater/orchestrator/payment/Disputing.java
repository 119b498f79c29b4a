package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeRecorded;
import java.util.List;

/** Disputes, as providers report them: in any order, and some reports more than once. */
final class Disputing {

    private static final List<String> STAGES = List.of("pre_dispute", "dispute", "pre_arbitration");

    private Disputing() {}

    static Decision record(Changes changes, RecordDispute command) {
        var reported = command.dispute();
        var isOld =
                changes.payment().disputes().stream()
                        .filter(d -> d.disputeId().equals(reported.disputeId()))
                        .anyMatch(known -> !isNews(reported, known));
        return isOld ? Decision.nothing() : changes.add(new DisputeRecorded(reported)).decision();
    }

    /** By the provider's own time where both have one, else by how far the dispute has come. */
    private static boolean isNews(Dispute reported, Dispute known) {
        if (reported.equals(known)) {
            return false;
        }
        var at = reported.connectorUpdatedAt();
        var knownAt = known.connectorUpdatedAt();
        if (at != null && knownAt != null && !at.equals(knownAt)) {
            return at.isAfter(knownAt);
        }
        return progress(reported) >= progress(known);
    }

    private static int progress(Dispute dispute) {
        var status = Dispute.OPEN.indexOf(dispute.disputeStatus());
        return STAGES.indexOf(dispute.disputeStage()) * (Dispute.OPEN.size() + 1)
                + (status < 0 ? Dispute.OPEN.size() : status);
    }
}
