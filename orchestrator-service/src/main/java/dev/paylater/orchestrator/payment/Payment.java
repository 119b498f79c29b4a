package dev.paylater.orchestrator.payment;

import dev.paylater.options.LinkLifetime;
import dev.paylater.orchestrator.payment.AttemptStage.*;
import dev.paylater.orchestrator.payment.PaymentState.*;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One payment with all that is known of it. Its state and its money figures are derived from the
 * attempts, captures, refunds and operations, so that no two of them can disagree.
 *
 * @param terms carried fields, interface name to JSON text; the state machine looks at few:
 *     payment_link, retry_action, business_country and business_label
 * @param operations what is under way at the provider
 * @param cancellation of a payment without an attempt
 * @param fallbacks where to go next if the connector turns out to be unreachable
 * @param linkExpired when its payment link ended before anybody paid
 * @param earlierTerms what attempts that have ended were made with, where that has changed since
 */
@RecordBuilder
public record Payment(
        String merchantId,
        String paymentId,
        String profileId,
        Instant created,
        Instant updated,
        Instant expiresOn,
        Intent intent,
        Map<String, String> terms,
        @Nullable Cancellation cancellation,
        List<Attempt> attempts,
        List<Capture> captures,
        List<Refund> refunds,
        List<Increment> increments,
        List<Dispute> disputes,
        List<Operation> operations,
        List<ConnectorAccount> fallbacks,
        @Nullable String merchantDecision,
        @Nullable Instant linkExpired,
        List<EarlierTerms> earlierTerms,
        List<Shipment> shipments)
        implements PaymentBuilder.With {

    private static final String PAYMENT_LINK = "payment_link";

    /** The merchant's cancellation of the payment as a whole, not of one attempt. */
    public record Cancellation(@Nullable String reason) {}

    /** Where it stands: a total function of the current attempt's stage and what is under way. */
    public PaymentState state() {
        if (cancellation != null) {
            return new Cancelled(cancellation.reason());
        }
        if (attempts.isEmpty()) {
            return intent.hasPaymentMethod()
                    ? new RequiresConfirmation()
                    : new RequiresPaymentMethod();
        }
        var attempt = attempts.getLast();
        return switch (attempt.stage()) {
            case Declined(_, _, var retryable) ->
                    new Failed(attempt, retryable ? payableUntil() : null);
            case Voided _ -> new Cancelled(attempt.cancellationReason());
            case AttemptStage _ when hasInFlight(attempt, Operation::changesHold) ->
                    new Processing(attempt);
            case Undecided _ -> new Processing(attempt);
            case AwaitingCustomer(var action, var deadline, _) ->
                    new RequiresCustomerAction(attempt, action, deadline);
            case InReview _ -> new RequiresMerchantAction(attempt);
            case Open _ ->
                    switch (attempt.taken()) {
                        case NOTHING ->
                                new RequiresCapture(
                                        attempt,
                                        attempt.captureMethod() == CaptureMethod.SCHEDULED
                                                ? intent.captureOn()
                                                : null);
                        case PART -> new PartiallyCaptured(attempt);
                        case PART_AND_MORE_CAN_BE -> new PartiallyCapturedAndCapturable(attempt);
                        case ALL -> new Succeeded(attempt);
                    };
        };
    }

    public PaymentStatus status() {
        return state().status();
    }

    public AttemptStatus status(Attempt attempt) {
        return AttemptStatus.of(this, attempt);
    }

    /** What a capture may take now: minor units, 0 when nothing can be captured. */
    public long amountCapturable() {
        return switch (state()) {
            case RequiresCapture(var attempt, _) -> attempt.amounts().capturable();
            case PartiallyCapturedAndCapturable(var attempt) -> attempt.amounts().capturable();
            case Processing(var attempt) when attempt.stage() instanceof Open ->
                    attempt.amounts().capturable();
            case RequiresPaymentMethod _,
                    RequiresConfirmation _,
                    RequiresCustomerAction _,
                    RequiresMerchantAction _,
                    Processing _,
                    Final _ ->
                    0;
        };
    }

    public long amountReceived() {
        return attempts.stream().mapToLong(a -> a.amounts().captured()).sum();
    }

    /** Authorized and then given back without having been captured. */
    public long amountCancelled() {
        return latestAttempt()
                .filter(a -> !a.stage().hasFailed())
                .map(a -> a.amounts().released())
                .orElse(0L);
    }

    /** Refunded or reserved for it. */
    public long amountRefunded() {
        return attempts.stream().mapToLong(a -> a.amounts().refunded()).sum();
    }

    /** When the payment must be looked at again; empty when nothing is due. */
    public Optional<Instant> due() {
        var times = new ArrayList<Instant>();
        operations.forEach(operation -> times.add(operation.nextInquiryAt()));
        unwantedToTry().forEach(unwanted -> times.add(unwanted.nextTryAt()));
        var state = state();
        if (state instanceof RequiresCustomerAction(_, _, var deadline)
                && !hasInFlight(o -> o.purpose() == Operation.Purpose.EXPIRY)) {
            times.add(deadline);
        }
        if (state instanceof RequiresCapture(_, var captureOn) && captureOn != null) {
            times.add(captureOn);
        }
        lapsing().map(Attempt::lapseDue).ifPresent(times::add);
        refunds.forEach(refund -> refund.handOverDue().ifPresent(times::add));
        linkExpiry().ifPresent(times::add);
        return times.stream().min(Comparator.naturalOrder());
    }

    /** When its payment link ends, if nobody has tried to pay by then and it has not ended yet. */
    public Optional<Instant> linkExpiry() {
        var isUntried = cancellation == null && attempts.isEmpty();
        return isUntried && linkExpired == null ? linkEnd() : Optional.empty();
    }

    /** Whether others are paid in its place, one for each shopper who pays by its link. */
    public boolean hasReusableLink() {
        return "true".equals(terms.get(PAYMENT_LINK))
                && LinkLifetime.isReusable(terms.get(LinkLifetime.CONFIG));
    }

    /** When its payment link ends; empty when it has none. */
    private Optional<Instant> linkEnd() {
        return "true".equals(terms.get(PAYMENT_LINK))
                ? Optional.of(LinkLifetime.end(created, expiresOn, terms.get(LinkLifetime.CONFIG)))
                : Optional.empty();
    }

    /**
     * Until when its customer may confirm it, or try again after a decline: while the session or
     * the payment link lasts. That a client_secret ends with the session is api-service's to see.
     */
    public Instant payableUntil() {
        return linkEnd().filter(expiresOn::isBefore).orElse(expiresOn);
    }

    /**
     * Whether the provider holds something of it that nothing is under way for, be it what a failed
     * release has left.
     */
    public boolean isOpenAtProvider(Attempt attempt) {
        return switch (state()) {
            case OpenAtProvider open -> open.attempt().equals(attempt);
            case PartiallyCaptured(var captured) ->
                    captured.equals(attempt) && attempt.amounts().held() > 0;
            case PaymentState _ -> false;
        };
    }

    /** The attempt whose authorization the provider will give up by itself, or may have. */
    public Optional<Attempt> lapsing() {
        return state() instanceof OpenAtProvider open && !hasInFlight(o -> !o.isAside())
                ? Optional.of(open.attempt()).filter(a -> a.lapseDue() != null)
                : Optional.empty();
    }

    /** Attempts whose unwanted money nothing is under way for. */
    public List<Attempt> unreturnedMoney() {
        return attempts.stream()
                .filter(a -> a.unwanted() != null)
                .filter(a -> !hasInFlight(a, o -> !o.isAside()))
                .filter(a -> refunds(a).allMatch(r -> r.status().isFinal()))
                .toList();
    }

    /**
     * What is left to be given back of an attempt's unwanted money by a void, or else by a refund
     * that was not requested yet: minor units.
     */
    public long unwantedAmount(Attempt attempt) {
        var unwanted = attempt.unwanted();
        if (unwanted == null) {
            return 0;
        }
        var amounts = attempt.amounts();
        return amounts.held() > 0
                ? amounts.held()
                : Math.clamp(
                        unwanted.amount() - unwantedUnderWay(attempt),
                        0,
                        Dispute.refundable(this, attempt, lostOf(attempt)));
    }

    /**
     * Disputes that have certainly given back what this attempt has captured. A provider names the
     * payment of a dispute and not the attempt: where it has captured another attempt as well, it
     * has to say by its answer to a refund what is left.
     */
    public List<Dispute> lostOf(Attempt attempt) {
        var isOnlyOne =
                attempts.stream()
                        .filter(a -> a.amounts().captured() > 0)
                        .allMatch(
                                a ->
                                        a.attemptId().equals(attempt.attemptId())
                                                || !a.connector().equals(attempt.connector()));
        return isOnlyOne ? lostDisputes(attempt) : List.of();
    }

    /** What refunds of its unwanted money may still give back: minor units. */
    public long unwantedUnderWay(Attempt attempt) {
        return refunds(attempt)
                .filter(refund -> refund.isOfUnwantedMoney() && !refund.status().isFinal())
                .mapToLong(Refund::amount)
                .sum();
    }

    private Stream<UnwantedMoney> unwantedToTry() {
        return unreturnedMoney().stream().map(Attempt::unwanted).filter(Objects::nonNull);
    }

    /** Whether it has ended and no answer about it, a refund or a dispute of it is expected. */
    public boolean isAtRest() {
        return state().isFinal()
                && operations.isEmpty()
                && attempts.stream().allMatch(attempt -> attempt.unwanted() == null)
                && refunds.stream().allMatch(refund -> refund.handOverDue().isEmpty())
                && disputes.stream().noneMatch(Dispute::isOpen);
    }

    /** Whether a first answer or a forced inquiry is still out. */
    public boolean awaitsAnswer() {
        return operations.stream()
                .anyMatch(
                        operation ->
                                operation.awaitingAnswer()
                                        && operation.purpose() != Operation.Purpose.LATE_APPROVAL
                                        && operation.purpose() != Operation.Purpose.SETTLED_DIRECTLY
                                        && operation.purpose() != Operation.Purpose.RECONCILIATION);
    }

    /** Whether it has ended without money, and no confirm can ever be accepted again. */
    public boolean hasEndedUnpaid(Instant now) {
        var state = state();
        return state instanceof Cancelled
                || (state instanceof Failed failed && !failed.mayBeRetriedAt(now));
    }

    public Stream<Refund> refunds(Attempt attempt) {
        return refunds.stream().filter(r -> r.attemptId().equals(attempt.attemptId()));
    }

    /** What merchant and customer have settled of it between themselves: minor units. */
    public long settledDirectly(Attempt attempt) {
        return captures.stream()
                .filter(c -> c.attemptId().equals(attempt.attemptId()))
                .filter(c -> c.isDirect() && c.status() == Capture.Status.CHARGED)
                .mapToLong(Capture::amount)
                .sum();
    }

    /**
     * What of it the provider has held and does not take, as merchant and customer have settled it:
     * not in the provider's books, where the provider is not told.
     */
    public long notTakenThere(Attempt attempt) {
        return attempt.can(Attempt.DIRECT_CAPTURE) ? 0 : settledDirectly(attempt);
    }

    /**
     * What of it the provider still holds although merchant and customer have settled it: it is
     * released together with the next rest. Attempts stored by versions without an amount of their
     * own for it have released it with their first rest.
     */
    public long settledAndHeld(Attempt attempt) {
        var released = attempt.settledReleased();
        if (released == null) {
            return attempt.amounts().released() > 0 ? 0 : notTakenThere(attempt);
        }
        return Math.max(0, notTakenThere(attempt) - released);
    }

    /** What the provider has taken of it, as far as we know. */
    public long capturedThere(Attempt attempt) {
        return attempt.amounts().captured() - notTakenThere(attempt);
    }

    /** What its refunds have given back, without what is only reserved: minor units. */
    public long settledRefunds(Attempt attempt) {
        return refunds(attempt)
                .filter(refund -> refund.status() == Refund.Status.SUCCEEDED)
                .mapToLong(Refund::amount)
                .sum();
    }

    /**
     * Disputes of what an attempt has captured that have given it back to the customer, or will, as
     * the merchant accepts them: refunded as well, the customer would have it twice.
     */
    public List<Dispute> lostDisputes(Attempt attempt) {
        return disputes.stream()
                .filter(dispute -> dispute.connector().equals(attempt.connector()))
                .filter(dispute -> dispute.isLost() || isAccepting(dispute))
                .toList();
    }

    private boolean isAccepting(Dispute dispute) {
        return hasInFlight(
                operation ->
                        operation.kind() == Operation.Kind.ACCEPT_DISPUTE
                                && dispute.isAnsweredBy(operation.operationId()));
    }

    public boolean isAuthorizing() {
        return hasInFlight(operation -> operation.kind().authorizes());
    }

    public Optional<Attempt> latestAttempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** What this attempt was made with. */
    public AttemptTerms termsOf(Attempt attempt) {
        return AttemptTerms.of(this, attempt);
    }

    public Attempt attempt(String attemptId) {
        return findAttempt(attemptId)
                .orElseThrow(() -> new IllegalStateException("No attempt " + attemptId + " here"));
    }

    public Optional<Refund> refund(String refundId) {
        return refunds.stream().filter(refund -> refund.refundId().equals(refundId)).findFirst();
    }

    /** The attempt that a mandate came with, if one did. */
    public Optional<Attempt> findMandateAttempt() {
        return intent.mandateId() != null
                ? Optional.empty()
                : attempts.stream()
                        .filter(a -> a.mandateId() != null && a.connectorMandateId() != null)
                        .findFirst();
    }

    public Optional<Attempt> findAttempt(String attemptId) {
        return attempts.stream().filter(a -> a.attemptId().equals(attemptId)).findFirst();
    }

    public Attempt currentAttempt() {
        return latestAttempt().orElseThrow(() -> new IllegalStateException("No attempt yet"));
    }

    public Optional<Dispute> dispute(String disputeId) {
        return disputes.stream().filter(d -> d.disputeId().equals(disputeId)).findFirst();
    }

    public Optional<Capture> capture(String captureId) {
        return captures.stream().filter(c -> c.captureId().equals(captureId)).findFirst();
    }

    public Optional<Shipment> shipment(String shipmentId) {
        return shipments.stream().filter(s -> s.shipmentId().equals(shipmentId)).findFirst();
    }

    public Optional<Operation> operation(String operationId) {
        return operations.stream().filter(o -> o.operationId().equals(operationId)).findFirst();
    }

    public boolean isVoiding(Attempt attempt) {
        return hasInFlight(attempt, o -> o.kind() == Operation.Kind.VOID);
    }

    boolean isReleasing(Attempt attempt) {
        return hasInFlight(
                attempt,
                o ->
                        o.changesHold()
                                && (o.kind() == Operation.Kind.VOID
                                        || o.kind() == Operation.Kind.RELEASE));
    }

    boolean isCapturing(Attempt attempt) {
        return hasInFlight(attempt, o -> o.kind() == Operation.Kind.CAPTURE);
    }

    public boolean hasInFlight(Attempt attempt, Predicate<Operation> wanted) {
        return hasInFlight(o -> o.attemptId().equals(attempt.attemptId()) && wanted.test(o));
    }

    public boolean hasInFlight(Predicate<Operation> wanted) {
        for (var operation : operations) {
            if (wanted.test(operation)) {
                return true;
            }
        }
        return false;
    }

    public Payment changingAttempt(String attemptId, UnaryOperator<Attempt> change) {
        return withAttempts(replace(attempts, a -> a.attemptId().equals(attemptId), change));
    }

    public Payment changingCapture(String captureId, UnaryOperator<Capture> change) {
        return withCaptures(replace(captures, c -> c.captureId().equals(captureId), change));
    }

    public Payment changingRefund(String refundId, UnaryOperator<Refund> change) {
        return withRefunds(replace(refunds, r -> r.refundId().equals(refundId), change));
    }

    public Payment changingDispute(String disputeId, UnaryOperator<Dispute> change) {
        return withDisputes(replace(disputes, d -> d.disputeId().equals(disputeId), change));
    }

    public Payment changingShipment(String shipmentId, UnaryOperator<Shipment> change) {
        return withShipments(replace(shipments, s -> s.shipmentId().equals(shipmentId), change));
    }

    public Payment changingOperation(String operationId, UnaryOperator<Operation> change) {
        return withOperations(
                replace(operations, o -> o.operationId().equals(operationId), change));
    }

    public Payment starting(Operation operation) {
        return withOperations(plus(operationsWithout(operation.operationId()), operation));
    }

    public Payment withoutOperation(String operationId) {
        return withOperations(operationsWithout(operationId));
    }

    public Payment withoutOperationsOf(String attemptId) {
        return withOperations(
                operations.stream()
                        .filter(o -> o.isAside() || !o.attemptId().equals(attemptId))
                        .toList());
    }

    private List<Operation> operationsWithout(String operationId) {
        return operations.stream().filter(o -> !o.operationId().equals(operationId)).toList();
    }

    public static <T> List<T> plus(List<T> list, T item) {
        var longer = new ArrayList<>(list);
        longer.add(item);
        return List.copyOf(longer);
    }

    private static <T> List<T> replace(List<T> list, Predicate<T> which, UnaryOperator<T> change) {
        return list.stream().map(item -> which.test(item) ? change.apply(item) : item).toList();
    }
}
