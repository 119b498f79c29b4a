package dev.paylater.orchestrator.payment.request;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.AcceptDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.ChallengeDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeResponseRequested;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The merchant's response to a dispute: one at a time, to one that waits for it. */
public final class Responding {

    private Responding() {}

    public static Decision accept(Changes changes, AcceptDispute command) {
        return respond(changes, command.disputeId(), Kind.ACCEPT_DISPUTE, Map.of());
    }

    public static Decision challenge(Changes changes, ChallengeDispute command) {
        return respond(changes, command.disputeId(), Kind.CHALLENGE_DISPUTE, command.details());
    }

    private static Decision respond(
            Changes changes, String disputeId, Kind kind, Map<String, String> details) {
        var payment = changes.payment();
        var dispute = payment.dispute(disputeId).orElse(null);
        if (dispute == null) {
            return Decision.refused(Refusals.unknownDispute());
        }
        var response = kind.name().toLowerCase(Locale.ROOT);
        var attempt = disputed(payment, dispute, response).orElse(null);
        if (attempt == null) {
            return Decision.refused(Refusals.notSupported(response, dispute.connector()));
        }
        if (!dispute.disputeStatus().equals(Dispute.OPENED)) {
            return Decision.refused(Refusals.notInStatus(response, dispute));
        }
        if (payment.hasInFlight(o -> dispute.isAnsweredBy(o.operationId()))) {
            return Decision.refused(Refusals.responseIsUnderWay());
        }
        var deadline = dispute.challengeRequiredBy();
        if (kind == Kind.CHALLENGE_DISPUTE
                && deadline != null
                && !changes.now().isBefore(deadline)) {
            return Decision.refused(Refusals.challengeIsTooLate(deadline));
        }
        var operation =
                changes.numbered(kind, Purpose.REQUESTED, dispute.amount(), attempt, details);
        return changes.add(new DisputeResponseRequested(disputeId, operation)).decision();
    }

    /** A provider names the payment; what it has captured of it can be disputed there. */
    private static Optional<Attempt> disputed(Payment payment, Dispute dispute, String feature) {
        return payment.attempts().reversed().stream()
                .filter(attempt -> attempt.connector().equals(dispute.connector()))
                .filter(attempt -> attempt.amounts().captured() > 0)
                .findFirst()
                .filter(attempt -> attempt.can(feature));
    }
}
