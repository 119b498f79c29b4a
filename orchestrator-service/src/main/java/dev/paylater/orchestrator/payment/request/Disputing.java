package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeRecorded;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Disputes, as providers report them: in any order, and some reports more than once. */
public final class Disputing {

    private static final List<String> STAGES = List.of("pre_dispute", "dispute", "pre_arbitration");

    private Disputing() {}

    public static Decision record(Changes changes, RecordDispute command) {
        var known = changes.payment().dispute(command.dispute().disputeId()).orElse(null);
        if (known == null) {
            return changes.add(new DisputeRecorded(command.dispute())).decision();
        }
        var reported = command.dispute().following(known);
        return isNews(reported, known)
                ? changes.add(new DisputeRecorded(reported)).decision()
                : Decision.nothing();
    }

    /** By the provider's own time where both have one, else by how far the dispute has come. */
    private static boolean isNews(Dispute reported, Dispute known) {
        if (reported.equals(known) || isOvertaken(reported, known)) {
            return false;
        }
        var at = reported.connectorUpdatedAt();
        var knownAt = known.connectorUpdatedAt();
        if (at != null && knownAt != null && !at.equals(knownAt)) {
            return at.isAfter(knownAt);
        }
        return progress(reported) >= progress(known);
    }

    /**
     * Whether a report does not know of the merchant's response yet: the provider's answer to that
     * carries no time of the dispute, so a report on its way could seem newer than what it says.
     */
    private static boolean isOvertaken(Dispute reported, Dispute known) {
        var confirmedAt = known.response() == null ? null : known.response().confirmedAt();
        return confirmedAt != null
                && progress(reported) < progress(known)
                && !isAfter(reported.connectorUpdatedAt(), confirmedAt);
    }

    private static boolean isAfter(@Nullable Instant at, Instant other) {
        return at != null && at.isAfter(other);
    }

    private static int progress(Dispute dispute) {
        var status = Dispute.OPEN.indexOf(dispute.disputeStatus());
        return STAGES.indexOf(dispute.disputeStage()) * (Dispute.OPEN.size() + 1)
                + (status < 0 ? Dispute.OPEN.size() : status);
    }
}
