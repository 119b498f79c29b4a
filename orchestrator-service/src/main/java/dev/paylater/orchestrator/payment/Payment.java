package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One payment with all that is known of it. Money figures are derived from the attempts, captures
 * and refunds, so that no two of them can disagree.
 *
 * @param terms carried fields, interface name to JSON text; the state machine does not look into
 *     them
 * @param operations what is under way at the provider
 * @param fallbacks where to go next if the connector turns out to be unreachable
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
        PaymentState state,
        List<Attempt> attempts,
        List<Capture> captures,
        List<Refund> refunds,
        List<Increment> increments,
        List<Dispute> disputes,
        List<Operation> operations,
        List<ConnectorAccount> fallbacks,
        @Nullable String merchantDecision)
        implements PaymentBuilder.With {

    public PaymentStatus status() {
        return state.status();
    }

    /** What a capture may take now: minor units, 0 when nothing can be captured. */
    public long amountCapturable() {
        return switch (state) {
            case PaymentState.RequiresCapture _,
                    PaymentState.PartiallyCapturedAndCapturable _,
                    PaymentState.Processing _ ->
                    latestAttempt().filter(a -> !a.inReview()).map(this::capturable).orElse(0L);
            case PaymentState.RequiresPaymentMethod _,
                    PaymentState.RequiresConfirmation _,
                    PaymentState.RequiresCustomerAction _,
                    PaymentState.RequiresMerchantAction _,
                    PaymentState.PartiallyCaptured _,
                    PaymentState.Succeeded _,
                    PaymentState.Failed _,
                    PaymentState.Cancelled _ ->
                    0;
        };
    }

    public long amountReceived() {
        return attempts.stream().mapToLong(Attempt::captured).sum();
    }

    /** Authorized and then given back without having been captured. */
    public long amountCancelled() {
        return latestAttempt()
                .filter(a -> !a.status().isFailed())
                .map(Attempt::released)
                .orElse(0L);
    }

    /** Refunded or reserved for it. */
    public long amountRefunded() {
        return refunds.stream()
                .filter(refund -> refund.status() != Refund.Status.FAILED)
                .mapToLong(Refund::amount)
                .sum();
    }

    /** When the payment must be looked at again; empty when nothing is due. */
    public Optional<Instant> due() {
        var times = new ArrayList<Instant>();
        operations.forEach(operation -> times.add(operation.nextInquiryAt()));
        if (state instanceof PaymentState.RequiresCustomerAction(var deadline)
                && !hasInFlight(o -> o.purpose() == Operation.Purpose.EXPIRY)) {
            times.add(deadline);
        }
        if (state instanceof PaymentState.RequiresCapture(var captureOn) && captureOn != null) {
            times.add(captureOn);
        }
        return times.stream().min(Comparator.naturalOrder());
    }

    /** Whether it has ended and no answer about it or a refund of it is expected. */
    public boolean isAtRest() {
        return state.isFinal()
                && operations.isEmpty()
                && refunds.stream().allMatch(refund -> refund.status().isFinal());
    }

    /** Whether a first answer or a forced inquiry is still out. */
    public boolean isSettling() {
        return operations.stream()
                .anyMatch(
                        operation ->
                                operation.awaitingAnswer()
                                        && operation.purpose() != Operation.Purpose.LATE_APPROVAL
                                        && operation.purpose() != Operation.Purpose.RECONCILIATION);
    }

    /** Whether it has ended without money, and no confirm can ever be accepted again. */
    public boolean hasEndedUnpaid(Instant now) {
        return switch (state) {
            case PaymentState.Cancelled _ -> true;
            case PaymentState.Failed _ -> !mayBeRetried(now);
            case PaymentState.RequiresPaymentMethod _,
                    PaymentState.RequiresConfirmation _,
                    PaymentState.Processing _,
                    PaymentState.RequiresCustomerAction _,
                    PaymentState.RequiresMerchantAction _,
                    PaymentState.RequiresCapture _,
                    PaymentState.PartiallyCapturedAndCapturable _,
                    PaymentState.PartiallyCaptured _,
                    PaymentState.Succeeded _ ->
                    false;
        };
    }

    /** Whether it has failed and may be confirmed once more. */
    boolean mayBeRetried(Instant now) {
        return state instanceof PaymentState.Failed(var retryable)
                && retryable
                && now.isBefore(expiresOn);
    }

    boolean isAuthorizing() {
        return hasInFlight(operation -> operation.kind().authorizes());
    }

    public Optional<Attempt> latestAttempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    public Attempt attempt(String attemptId) {
        return findAttempt(attemptId)
                .orElseThrow(() -> new IllegalStateException("No attempt " + attemptId + " here"));
    }

    public Optional<Refund> refund(String refundId) {
        return refunds.stream().filter(refund -> refund.refundId().equals(refundId)).findFirst();
    }

    Optional<Attempt> findAttempt(String attemptId) {
        return attempts.stream().filter(a -> a.attemptId().equals(attemptId)).findFirst();
    }

    Attempt currentAttempt() {
        return latestAttempt().orElseThrow(() -> new IllegalStateException("No attempt yet"));
    }

    Optional<Capture> capture(String captureId) {
        return captures.stream().filter(c -> c.captureId().equals(captureId)).findFirst();
    }

    Optional<Operation> operation(String operationId) {
        return operations.stream().filter(o -> o.operationId().equals(operationId)).findFirst();
    }

    boolean isVoiding(Attempt attempt) {
        return hasInFlight(
                o -> o.kind() == Operation.Kind.VOID && o.attemptId().equals(attempt.attemptId()));
    }

    boolean hasInFlight(Predicate<Operation> wanted) {
        return operations.stream().anyMatch(wanted);
    }

    /** What is open at the provider and not yet asked to be captured. */
    long capturable(Attempt attempt) {
        var inFlight =
                captures.stream()
                        .filter(
                                capture ->
                                        capture.attemptId().equals(attempt.attemptId())
                                                && capture.status().isInFlight())
                        .mapToLong(Capture::amount)
                        .sum();
        // Less than nothing is left when a capture that was given up came through after all.
        return Math.max(0, attempt.open() - inFlight);
    }

    /** What can be refunded of the current attempt: no refund spreads over several. */
    long refundable() {
        return latestAttempt().map(this::refundable).orElse(0L);
    }

    long refundable(Attempt attempt) {
        return attempt.captured()
                - refunds.stream()
                        .filter(
                                refund ->
                                        refund.attemptId().equals(attempt.attemptId())
                                                && refund.status() != Refund.Status.FAILED)
                        .mapToLong(Refund::amount)
                        .sum();
    }

    Payment changingAttempt(String attemptId, UnaryOperator<Attempt> change) {
        return withAttempts(replace(attempts, a -> a.attemptId().equals(attemptId), change));
    }

    Payment changingCapture(String captureId, UnaryOperator<Capture> change) {
        return withCaptures(replace(captures, c -> c.captureId().equals(captureId), change));
    }

    Payment changingRefund(String refundId, UnaryOperator<Refund> change) {
        return withRefunds(replace(refunds, r -> r.refundId().equals(refundId), change));
    }

    Payment changingOperation(String operationId, UnaryOperator<Operation> change) {
        return withOperations(
                replace(operations, o -> o.operationId().equals(operationId), change));
    }

    Payment starting(Operation operation) {
        return withOperations(plus(operationsWithout(operation.operationId()), operation));
    }

    Payment withoutOperation(String operationId) {
        return withOperations(operationsWithout(operationId));
    }

    private List<Operation> operationsWithout(String operationId) {
        return operations.stream().filter(o -> !o.operationId().equals(operationId)).toList();
    }

    static <T> List<T> plus(List<T> list, T item) {
        var longer = new ArrayList<>(list);
        longer.add(item);
        return List.copyOf(longer);
    }

    private static <T> List<T> replace(List<T> list, Predicate<T> which, UnaryOperator<T> change) {
        return list.stream().map(item -> which.test(item) ? change.apply(item) : item).toList();
    }
}
