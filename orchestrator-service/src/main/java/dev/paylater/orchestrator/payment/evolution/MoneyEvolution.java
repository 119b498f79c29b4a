package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Increment;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.IncrementRequested;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How events about authorized money change a payment: captures, voids, releases, increments. */
final class MoneyEvolution {

    private MoneyEvolution() {}

    static Payment capturedAtOnce(
            Payment payment, String attemptId, long amount, ProviderData data) {
        return addCharged(payment, Capture.found(payment, attemptId, amount, data));
    }

    static Payment requestCapture(Payment payment, CaptureRequested event) {
        return add(payment, event.capture())
                .starting(event.operation())
                .changingAttempt(
                        event.capture().attemptId(),
                        a ->
                                a.withStage(new AttemptStage.Authorized())
                                        .withAmounts(
                                                a.amounts().reserving(event.capture().amount())));
    }

    static Payment record(Payment payment, CaptureRecorded event) {
        return addCharged(payment, event.capture());
    }

    static Payment find(Payment payment, CaptureFound event) {
        return addCharged(payment, event.capture())
                .changingAttempt(
                        event.capture().attemptId(), a -> a.withProviderData(event.data()));
    }

    private static Payment addCharged(Payment payment, Capture capture) {
        return add(payment, capture)
                .changingAttempt(
                        capture.attemptId(),
                        a -> a.withAmounts(a.amounts().capturingReleased(capture.amount())));
    }

    static Payment charge(Payment payment, CaptureCharged event) {
        var capture = payment.capture(event.captureId()).orElseThrow();
        return payment.withoutOperation(event.operationId())
                .changingCapture(event.captureId(), c -> charged(c, event.amount(), event.data()))
                .changingAttempt(
                        capture.attemptId(),
                        a ->
                                a.withProviderData(event.data())
                                        .withAmounts(
                                                a.amounts()
                                                        .reserving(-capture.reserved())
                                                        .capturingReleased(event.amount())));
    }

    /** The capture as the provider has made it. */
    static Capture charged(Capture capture, long amount, ProviderData data) {
        return capture.withStatus(Capture.Status.CHARGED)
                .withAmount(amount)
                .withError(null)
                .withReferenceId(data.referenceId())
                .withConnectorCaptureId(data.operationReference());
    }

    static Payment failCapture(Payment payment, CaptureFailed event) {
        var capture = payment.capture(event.captureId()).orElseThrow();
        return payment.withoutOperation(event.operationId())
                // A scheduled capture that failed is the merchant's to repeat.
                .withIntent(payment.intent().withCaptureOn(null))
                .changingCapture(
                        event.captureId(),
                        c -> c.withStatus(Capture.Status.FAILED).withError(event.error()))
                .changingAttempt(
                        capture.attemptId(),
                        a ->
                                a.withStage(new AttemptStage.CaptureFailed(event.error()))
                                        .withAmounts(a.amounts().reserving(-capture.reserved())));
    }

    /** Not decided, or not known: the operation stays under way. */
    static Payment pending(Payment payment, String operationId, Instant nextInquiryAt) {
        var operation = payment.operation(operationId).orElseThrow();
        var waiting =
                payment.changingOperation(
                        operationId,
                        o -> o.withAwaitingAnswer(false).withNextInquiryAt(nextInquiryAt));
        return switch (operation.kind()) {
            case CAPTURE ->
                    waiting.changingCapture(
                            OperationIds.captureId(operation.attemptId(), operation.sequence()),
                            c -> c.withStatus(Capture.Status.PENDING));
            case AUTHORIZE, COMPLETE_AUTHORIZE, AUTHENTICATE ->
                    waiting.changingAttempt(
                            operation.attemptId(),
                            a ->
                                    a.stage() instanceof AttemptStage.Undecided undecided
                                            ? a.withStage(
                                                    new AttemptStage.Pending(undecided.deadline()))
                                            : a);
            case APPROVE,
                    VOID,
                    RELEASE,
                    INCREMENT,
                    ACCEPT_DISPUTE,
                    CHALLENGE_DISPUTE,
                    SHIP,
                    INQUIRY ->
                    waiting;
        };
    }

    /** A void or release is under way; a late one does not touch the payment's status. */
    static Payment requestRelease(Payment payment, Operation operation, @Nullable String reason) {
        var started = PaymentEvolution.start(payment, operation);
        return operation.changesHold()
                ? started.changingAttempt(
                        operation.attemptId(),
                        a ->
                                a.withStage(a.stage().withVoidError(null))
                                        .withCancellationReason(reason))
                : started;
    }

    static Payment releaseHold(Payment payment, String operationId, long amount) {
        var operation = payment.operation(operationId).orElseThrow();
        var remaining =
                operation.kind() == Operation.Kind.VOID
                        ? payment.withoutOperationsOf(operation.attemptId())
                        : payment.withoutOperation(operationId);
        return UnwantedEvolution.voided(
                remaining.changingAttempt(
                        operation.attemptId(),
                        a ->
                                operation.kind() == Operation.Kind.RELEASE
                                        ? a.releasing(amount)
                                                .withSettledReleased(payment.notTakenThere(a))
                                        : a.releasing(amount)),
                operation);
    }

    /** A void or release did not come about: the payment goes back to where it was. */
    static Payment restoreHold(Payment payment, String operationId, ProviderError error) {
        var operation = payment.operation(operationId).orElseThrow();
        var kept = payment.withoutOperation(operationId);
        return operation.changesHold()
                ? kept.changingAttempt(
                        operation.attemptId(),
                        a ->
                                a.withStage(a.stage().withVoidError(error))
                                        .withCancellationReason(null))
                : kept;
    }

    static Payment requestIncrement(Payment payment, IncrementRequested event) {
        return PaymentEvolution.start(payment, event.operation())
                .withIncrements(Payment.plus(payment.increments(), event.increment()));
    }

    /** An older one that comes late takes nothing back of what was authorized since. */
    static Payment increase(Payment payment, IncrementApproved event) {
        var intent = payment.intent();
        var attemptId = OperationIds.attemptOf(event.operationId(), Operation.Kind.INCREMENT);
        var total = Math.max(payment.attempt(attemptId).amounts().authorized(), event.amount());
        var net = Math.max(intent.netAmount(), total);
        return changingIncrement(
                        payment.withoutOperation(event.operationId()),
                        event.authorizationId(),
                        i -> i.withStatus(Increment.Status.SUCCESS))
                .withIntent(intent.withAmount(intent.amount() + net - intent.netAmount()))
                .changingAttempt(
                        attemptId,
                        a -> a.withAmounts(a.amounts().authorizing(total)).withAmount(total));
    }

    static Payment refuseIncrease(Payment payment, IncrementDeclined event) {
        return changingIncrement(
                payment.withoutOperation(event.operationId()),
                event.authorizationId(),
                i -> i.withStatus(Increment.Status.FAILURE).withError(event.error()));
    }

    static Payment reserve(Payment payment, Refund refund) {
        return payment.withRefunds(Payment.plus(payment.refunds(), refund))
                .changingAttempt(
                        refund.attemptId(),
                        a -> a.withAmounts(a.amounts().refunding(refund.amount())));
    }

    static Payment drop(Payment payment, String refundId) {
        var dropped = changingRefund(payment, refundId, r -> r.withAmount(0));
        return dropped.withRefunds(
                dropped.refunds().stream().filter(r -> !r.refundId().equals(refundId)).toList());
    }

    static Payment changingRefund(Payment payment, String refundId, UnaryOperator<Refund> change) {
        var known = payment.refund(refundId);
        if (known.isEmpty()) {
            return payment;
        }
        var changed = change.apply(known.get());
        return payment.changingRefund(refundId, _ -> changed)
                .changingAttempt(
                        changed.attemptId(),
                        a ->
                                a.withAmounts(
                                        a.amounts()
                                                .refunding(
                                                        changed.reserved()
                                                                - known.get().reserved())));
    }

    private static Payment changingIncrement(
            Payment payment, String authorizationId, UnaryOperator<Increment> change) {
        return payment.withIncrements(
                payment.increments().stream()
                        .map(i -> i.authorizationId().equals(authorizationId) ? change.apply(i) : i)
                        .toList());
    }

    private static Payment add(Payment payment, Capture capture) {
        return payment.withCaptures(Payment.plus(payment.captures(), capture));
    }
}
