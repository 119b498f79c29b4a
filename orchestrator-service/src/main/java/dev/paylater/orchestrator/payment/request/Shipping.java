package dev.paylater.orchestrator.payment.request;

import dev.paylater.options.IgnoredOptions;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.AddShipment;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentRequested;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.Shipment;
import dev.paylater.orchestrator.payment.Shipment.Status;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shipments: the provider is told where it has a place for them, and no money waits for that. */
public final class Shipping {

    static final int MOST = 50;

    private Shipping() {}

    public static Decision add(Changes changes, AddShipment command) {
        var payment = changes.payment();
        var attempt =
                payment.latestAttempt()
                        .filter(a -> a.stage() instanceof AttemptStage.Open)
                        .filter(a -> a.amounts().authorized() > 0)
                        .orElse(null);
        if (attempt == null) {
            return Decision.refused(Refusals.notInStatus(command.operation(), payment));
        }
        if (payment.shipments().size() >= MOST) {
            return Decision.refused(Refusals.tooManyShipments(MOST));
        }
        var capture = capture(payment, attempt, command.captureId());
        if (capture.isEmpty() && command.captureId() != null) {
            return Decision.refused(Refusals.noCaptureToShip(command.captureId()));
        }
        if (capture.isEmpty() && attempt.can(Attempt.SHIPMENTS_OF_CAPTURES)) {
            return Decision.refused(Refusals.shipmentBeforeCapture(attempt.connector()));
        }
        var ignored = IgnoredOptions.ofShipment(attempt::can, command.details().keySet());
        if (!ignored.isEmpty() && attempt.can(ConnectorAccount.STRICT)) {
            return Decision.refused(Refusals.notSupported(ignored.getFirst(), attempt.connector()));
        }
        var shipment =
                new Shipment(
                        command.shipmentId(),
                        attempt.attemptId(),
                        capture.map(Capture::captureId).orElse(null),
                        Status.NOT_SENT,
                        changes.now(),
                        null,
                        null,
                        command.details());
        if (!attempt.can(IgnoredOptions.SHIPMENTS)) {
            return changes.add(new ShipmentRecorded(shipment)).decision();
        }
        var operation = changes.numbered(Kind.SHIP, Purpose.REQUESTED, 0);
        var sent = shipment.withStatus(Status.PENDING).withOperationId(operation.operationId());
        return changes.add(new ShipmentRequested(sent, operation)).decision();
    }

    /** One that the provider has made: what is settled directly is none of its business. */
    private static Optional<Capture> capture(
            Payment payment, Attempt attempt, @Nullable String captureId) {
        return payment.captures().reversed().stream()
                .filter(c -> c.attemptId().equals(attempt.attemptId()))
                .filter(c -> c.status() == Capture.Status.CHARGED && !c.isDirect())
                .filter(c -> captureId == null || c.captureId().equals(captureId))
                .findFirst();
    }
}
