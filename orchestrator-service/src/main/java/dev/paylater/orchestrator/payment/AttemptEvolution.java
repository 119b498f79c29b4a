package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationLapsed;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.CustomerActionRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantReviewRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsSucceeded;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import java.time.Instant;
import java.util.List;

/** How events on the way to an authorization change a payment. */
final class AttemptEvolution {

    private static final NextAction THREE_DS = new NextAction("three_ds_invoke", null);

    private AttemptEvolution() {}

    static Payment request(Payment payment, AuthorizationRequested event, Instant at) {
        var operation = event.operation();
        return begin(payment, event.account(), operation.attemptId(), event.fallbacks(), at)
                .changingAttempt(
                        operation.attemptId(), a -> a.underMandate(event.connectorMandateId()))
                .starting(operation)
                .withState(new PaymentState.Processing());
    }

    static Payment requireThreeDs(Payment payment, ThreeDsRequired event, Instant at) {
        return begin(payment, event.account(), event.attemptId(), event.fallbacks(), at)
                .changingAttempt(
                        event.attemptId(),
                        a ->
                                a.withStatus(AttemptStatus.AUTHENTICATION_PENDING)
                                        .withNextAction(THREE_DS)
                                        .withActionDeadline(event.deadline()))
                .withState(new PaymentState.RequiresCustomerAction(event.deadline()));
    }

    private static Payment begin(
            Payment payment,
            ConnectorAccount account,
            String attemptId,
            List<ConnectorAccount> fallbacks,
            Instant at) {
        var intent = payment.intent();
        var attempt =
                AttemptBuilder.builder()
                        .attemptId(attemptId)
                        .number(payment.attempts().size() + 1)
                        .connector(account.connector())
                        .merchantConnectorId(account.merchantConnectorId())
                        .features(account.features())
                        .status(AttemptStatus.STARTED)
                        .amount(intent.netAmount())
                        .paymentMethodType(intent.paymentMethodType())
                        .captureMethod(intent.captureMethodOfAttempts())
                        .mandateId(intent.mandateId())
                        .createdAt(at)
                        .modifiedAt(at)
                        .data(ProviderData.NONE)
                        .build();
        return payment.withAttempts(Payment.plus(payment.attempts(), attempt))
                .withFallbacks(fallbacks);
    }

    /** The attempt with the provider data of a result. */
    static Payment learn(Payment payment, String operationId, ProviderData data, Instant at) {
        return payment.operation(operationId)
                .map(
                        operation ->
                                payment.changingAttempt(
                                        operation.attemptId(),
                                        a -> a.learning(data).withModifiedAt(at)))
                .orElse(payment);
    }

    static Payment authenticate(Payment payment, ThreeDsSucceeded event, Instant at) {
        return learn(payment, event.operationId(), event.data(), at)
                .withoutOperation(event.operationId())
                .starting(event.authorization())
                .changingAttempt(
                        event.authorization().attemptId(),
                        a ->
                                a.withStatus(AttemptStatus.AUTHENTICATION_SUCCESSFUL)
                                        .withNextAction(null)
                                        .withActionDeadline(null))
                .withState(new PaymentState.Processing());
    }

    static Payment complete(Payment payment, Operation operation) {
        return PaymentEvolution.start(
                        payment.withoutOperation(OperationIds.authorize(operation.attemptId())),
                        operation)
                .changingAttempt(
                        operation.attemptId(),
                        a -> a.withStatus(AttemptStatus.AUTHORIZING).withNextAction(null))
                .withState(new PaymentState.Processing());
    }

    static Payment requireCustomer(Payment payment, CustomerActionRequired event, Instant at) {
        var operation = payment.operation(event.operationId()).orElseThrow();
        return learn(payment, event.operationId(), event.data(), at)
                .changingOperation(
                        event.operationId(),
                        o -> o.withAwaitingAnswer(false).withNextInquiryAt(event.nextInquiryAt()))
                .changingAttempt(
                        operation.attemptId(),
                        a ->
                                a.withStatus(AttemptStatus.AUTHENTICATION_PENDING)
                                        .withNextAction(event.action())
                                        .withActionDeadline(event.deadline()))
                .withState(new PaymentState.RequiresCustomerAction(event.deadline()));
    }

    static Payment review(Payment payment, MerchantReviewRequired event, Instant at) {
        var operation = payment.operation(event.operationId()).orElseThrow();
        return learn(payment, event.operationId(), event.data(), at)
                .withoutOperation(event.operationId())
                .changingAttempt(
                        operation.attemptId(),
                        a ->
                                a.withStatus(AttemptStatus.UNRESOLVED)
                                        .withAuthorized(event.amount())
                                        .withNextAction(null)
                                        .withInReview(true))
                .withState(new PaymentState.RequiresMerchantAction());
    }

    static Payment approveReview(Payment payment, MerchantApproved event) {
        var approved =
                payment.withMerchantDecision("approved")
                        .changingAttempt(
                                payment.currentAttempt().attemptId(), a -> a.withInReview(false));
        return event.operation() == null
                ? Standing.settle(approved)
                : PaymentEvolution.start(approved, event.operation())
                        .withState(new PaymentState.Processing());
    }

    static Payment approve(Payment payment, AuthorizationApproved event, Instant at) {
        var approved =
                payment.withoutOperation(event.operationId())
                        .withIntent(payment.intent().withCaptureOn(event.captureOn()))
                        .changingAttempt(
                                event.attemptId(),
                                a ->
                                        consented(payment.intent(), a.learning(event.data()))
                                                .withAuthorized(event.amount())
                                                .withNextAction(null)
                                                .withActionDeadline(null)
                                                .withError(null)
                                                .withInReview(false)
                                                .withModifiedAt(at));
        return Standing.settle(
                event.captured() && event.amount() > 0
                        ? MoneyEvolution.capturedAtOnce(approved, event.attemptId(), event.amount())
                        : approved);
    }

    /** A consent that replaces an older one takes over its name. */
    private static Attempt consented(Intent intent, Attempt attempt) {
        return intent.updateMandateId() == null || attempt.connectorMandateId() == null
                ? attempt
                : attempt.withMandateId(intent.updateMandateId());
    }

    static Payment decline(Payment payment, AuthorizationDeclined event, Instant at) {
        return payment.withoutOperation(event.operationId())
                .withOperations(
                        payment.operations().stream()
                                .filter(o -> !o.attemptId().equals(event.attemptId()))
                                .toList())
                .changingAttempt(
                        event.attemptId(),
                        a ->
                                a.learning(event.data())
                                        .withStatus(event.status())
                                        .withAuthorized(0)
                                        .withError(event.error())
                                        .withNextAction(null)
                                        .withActionDeadline(null)
                                        .withInReview(false)
                                        .withModifiedAt(at))
                .withState(new PaymentState.Failed(event.retryable()));
    }

    static Payment lapse(Payment payment, AuthorizationLapsed event, Instant at) {
        return Standing.settle(
                payment.changingAttempt(
                        event.attemptId(),
                        a ->
                                a.withReleased(a.authorized() - a.captured())
                                        .withInReview(false)
                                        .withCancellationReason(event.reason())
                                        .withModifiedAt(at)));
    }
}
