package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentAccepted;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentRefused;
import dev.paylater.orchestrator.payment.Shipment;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderError;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Rules for what became of telling a provider of a shipment. */
final class ShipmentResults {

    /** After that nobody waits for it any more. */
    private static final Duration LONGEST = Duration.ofDays(3);

    static final Condition TOO_LATE =
            new Condition(
                    "it was requested three days ago",
                    (changes, reported) ->
                            changes.now()
                                    .isAfter(reported.operation().requestedAt().plus(LONGEST)));

    static final Condition WAS_REFUSED =
            new Condition(
                    "it was refused",
                    (changes, reported) ->
                            told(changes, reported)
                                    .filter(s -> s.status() == Shipment.Status.REFUSED)
                                    .isPresent());

    static final ResultRule ACCEPT =
            new ResultRule(
                    "the provider knows of the shipment",
                    (changes, reported) ->
                            add(
                                    changes,
                                    reported,
                                    id ->
                                            new ShipmentAccepted(
                                                    id, reported.command().operationId())));

    static final ResultRule DECLINE =
            new ResultRule(
                    "the provider did not take the shipment",
                    (changes, reported) -> refuse(changes, reported, reported.error()));

    static final ResultRule UNAVAILABLE =
            new ResultRule(
                    "the provider did not take the shipment, provider_unavailable",
                    (changes, reported) ->
                            refuse(changes, reported, AttemptErrors.PROVIDER_UNAVAILABLE));

    private ShipmentResults() {}

    private static void refuse(Changes changes, ReportedResult reported, ProviderError error) {
        add(
                changes,
                reported,
                id -> new ShipmentRefused(id, reported.command().operationId(), error));
    }

    /** Of the shipment that the operation tells of, by its id. */
    private static void add(
            Changes changes, ReportedResult reported, Function<String, PaymentEvent> event) {
        told(changes, reported)
                .map(shipment -> event.apply(shipment.shipmentId()))
                .ifPresent(changes::add);
    }

    private static Optional<Shipment> told(Changes changes, ReportedResult reported) {
        return changes.payment().shipments().stream()
                .filter(shipment -> shipment.isToldBy(reported.command().operationId()))
                .findFirst();
    }
}
