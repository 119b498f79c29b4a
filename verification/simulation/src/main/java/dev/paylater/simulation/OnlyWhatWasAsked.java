package dev.paylater.simulation;

import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.Shipment;
import dev.paylater.simulation.AskedFor.Wishes;
import dev.paylater.simulation.ProviderPayment.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/**
 * Compares what the providers have made of a payment with what the merchant asked for. The
 * services' own books only tell which attempts have ended: money of these is unwanted, and may be
 * given back unasked. What was done in a provider's portal is nobody's order and is left out.
 */
final class OnlyWhatWasAsked {

    /** What the service captures by itself once it is authorized. */
    private static final Set<String> CAPTURED_UNASKED =
            Set.of("automatic", "sequential_automatic", "scheduled");

    private static final String SEVERAL_CAPTURES = "manual_multiple";

    private final Payment payment;
    private final Wishes wishes;
    private final List<ProviderPayment> attempts;

    private final Set<String> contradicted;

    /**
     * The comparison for one payment.
     *
     * @param contradicted attempts with a refund that the provider took back, of which an alarm
     *     tells until an operator has settled it
     */
    OnlyWhatWasAsked(
            Payment payment,
            Wishes wishes,
            List<ProviderPayment> attempts,
            Set<String> contradicted) {
        this.payment = payment;
        this.wishes = wishes;
        this.attempts = attempts;
        this.contradicted = contradicted;
    }

    void check() {
        attempts.forEach(this::authorized);
        captured();
        attempts.forEach(this::refunded);
        attempts.forEach(this::released);
        paidOnce();
        attempts.forEach(this::told);
        payment.shipments().forEach(this::shipped);
    }

    private void authorized(ProviderPayment attempt) {
        Violation.unless(
                wishes.currencies.contains(attempt.currency),
                "%s is in %s, and was asked for in %s",
                attempt.attemptReference,
                attempt.currency,
                wishes.currencies);
        Violation.unless(
                wishes.amounts.contains(attempt.amount),
                "%s is of %d, and %s was asked for",
                attempt.attemptReference,
                attempt.amount,
                wishes.amounts);
        Violation.unless(
                !attempt.automatic || wishes.captureMethods.contains("automatic"),
                "%s is captured at once, and was asked for as %s",
                attempt.attemptReference,
                wishes.captureMethods);
    }

    /** Each capture there is one that was asked for, or the one that the service makes itself. */
    private void captured() {
        var asked = new ArrayList<>(wishes.captures);
        var beyond =
                attempts.stream()
                        .flatMap(attempt -> made(attempt, "capture").stream())
                        .filter(capture -> !asked.remove((Long) capture.amount))
                        .count();
        var byService = attempts.stream().filter(OnlyWhatWasAsked::mayBeCaptured).count();
        var open = asked.stream().filter(amount -> amount == AskedFor.ALL).count();
        var own = wishes.captureMethods.stream().anyMatch(CAPTURED_UNASKED::contains);
        Violation.unless(
                beyond <= open + (own ? byService : 0),
                "%s: %d captures at the provider that nobody asked for",
                payment.paymentId(),
                beyond - open);
        for (var attempt : attempts) {
            var captured = made(attempt, "capture").stream().mapToLong(part -> part.amount).sum();
            Violation.unless(
                    captured <= wishes.most() || isKnownBeyond(attempt),
                    "%s: captured %d at the provider, where at most %d was asked for",
                    attempt.attemptReference,
                    captured,
                    wishes.most());
        }
    }

    /**
     * Of what a provider has approved beyond the order, a capture that had been given up may be
     * made beside the next one: an alarm tells of it, and a person gives it back.
     */
    private boolean isKnownBeyond(ProviderPayment attempt) {
        return attempt.approvedBeyond > 0
                && payment.attempt(attempt.attemptReference).booksDiffering() != null;
    }

    /** At once by the provider, or by the service; what is approved beyond the order is not. */
    private static boolean mayBeCaptured(ProviderPayment attempt) {
        return attempt.approvedBeyond == 0 || attempt.automatic;
    }

    private void refunded(ProviderPayment attempt) {
        var byId = new HashMap<String, Long>();
        made(attempt, "refund")
                .forEach(
                        part -> byId.merge(String.valueOf(part.reference), part.amount, Long::sum));
        byId.forEach(
                (refundId, amount) ->
                        Violation.unless(
                                hasEnded(attempt)
                                        || amount <= wishes.refunds.getOrDefault(refundId, 0L)
                                        || isReturned(refundId, amount),
                                "%s: refund %s of %d at the provider, asked for are %s",
                                attempt.attemptReference,
                                refundId,
                                amount,
                                wishes.refunds));
    }

    /**
     * Where the rest was released after a capture had failed, and the provider made that capture
     * all the same, the service gives it back by itself: nothing more was to be taken.
     */
    private boolean isReturned(String refundId, long amount) {
        return wishes.release
                && payment.state().isFinal()
                && refundId.startsWith("late_")
                && wishes.captures.stream().anyMatch(asked -> amount <= asked);
    }

    private void released(ProviderPayment attempt) {
        var amount = made(attempt, "void").stream().mapToLong(part -> part.amount).sum();
        var endsWithCapture =
                wishes.captureMethods.stream().anyMatch(one -> !one.equals(SEVERAL_CAPTURES));
        Violation.unless(
                amount == 0
                        || hasEnded(attempt)
                        || wishes.release
                        || (endsWithCapture && isCapturedByRequest(attempt)),
                "%s: %d were released at the provider, and nobody asked for it",
                attempt.attemptReference,
                amount);
    }

    /**
     * Also a capture in the portal, or at once by the provider before an increment, ends the
     * taking, and what is left is released.
     */
    private boolean isCapturedByRequest(ProviderPayment attempt) {
        return !wishes.captures.isEmpty()
                || attempt.automatic
                || attempt.parts.stream()
                        .anyMatch(part -> part.kind.equals("capture") && part.isOfPortal());
    }

    /**
     * Of several attempts at most one keeps money that the customer has not got back, but for what
     * is known here as unwanted: an alarm tells of it until it has gone.
     */
    private void paidOnce() {
        var paid =
                attempts.stream()
                        .filter(
                                attempt ->
                                        made(attempt, "capture").stream()
                                                        .mapToLong(part -> part.amount)
                                                        .sum()
                                                > attempt.refunded() + attempt.lost())
                        .map(attempt -> attempt.attemptReference)
                        .filter(attempt -> !contradicted.contains(attempt))
                        .filter(attempt -> !isUnwanted(attempt))
                        .toList();
        Violation.unless(paid.size() < 2, "the customer has paid %s", paid);
    }

    private void told(ProviderPayment attempt) {
        Violation.unless(
                wishes.shipments.containsAll(attempt.shipments),
                "%s: the provider was told of %s, shipped were %s",
                attempt.attemptReference,
                attempt.shipments,
                wishes.shipments);
    }

    private void shipped(Shipment shipment) {
        Violation.unless(
                shipment.status() != Shipment.Status.PENDING,
                "shipment %s is pending, and nobody asks the provider any more",
                shipment.shipmentId());
        Violation.unless(
                shipment.status() != Shipment.Status.ACCEPTED || isKnown(shipment),
                "shipment %s is accepted, and the provider does not know of it",
                shipment.shipmentId());
    }

    private boolean isKnown(Shipment shipment) {
        return attempts.stream()
                .filter(attempt -> attempt.attemptReference.equals(shipment.attemptId()))
                .anyMatch(attempt -> attempt.shipments.contains(shipment.shipmentId()));
    }

    /** Failed, cancelled or left for the next one. */
    private boolean hasEnded(ProviderPayment attempt) {
        return payment.attempt(attempt.attemptReference).stage() instanceof AttemptStage.Ended;
    }

    private boolean isUnwanted(String attemptId) {
        return payment.attempts().stream()
                .anyMatch(one -> one.attemptId().equals(attemptId) && one.unwanted() != null);
    }

    /** What was made of it for us and has not failed. */
    private static List<Part> made(ProviderPayment attempt, String kind) {
        return attempt.parts.stream()
                .filter(part -> part.kind.equals(kind) && !part.isOfPortal())
                .filter(part -> !part.status.equals("failed"))
                .toList();
    }
}
