package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.orchestrator.payment.Amounts;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptBuilder;
import dev.paylater.orchestrator.payment.AttemptStage.*;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
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
                .starting(operation);
    }

    static Payment requireThreeDs(Payment payment, ThreeDsRequired event, Instant at) {
        return begin(payment, event.account(), event.attemptId(), event.fallbacks(), at)
                .changingAttempt(
                        event.attemptId(),
                        a -> a.withStage(new AwaitingCustomer(THREE_DS, event.deadline(), null)));
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
                        .stage(new Started())
                        .amount(intent.netAmount())
                        .amounts(Amounts.NONE)
                        .paymentMethodType(intent.paymentMethodType())
                        .captureMethod(
                                intent.captureMethodOfAttempts(
                                        account.features().contains(Attempt.SETTLED_DIRECTLY)))
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
                                        a -> a.withProviderData(data).withModifiedAt(at)))
                .orElse(payment);
    }

    static Payment authenticate(Payment payment, ThreeDsSucceeded event, Instant at) {
        return learn(payment, event.operationId(), event.data(), at)
                .withoutOperation(event.operationId())
                .starting(event.authorization())
                .changingAttempt(
                        event.authorization().attemptId(), a -> a.withStage(new Authenticated()));
    }

    static Payment complete(Payment payment, Operation operation) {
        return PaymentEvolution.start(
                        payment.withoutOperation(OperationIds.authorize(operation.attemptId())),
                        operation)
                .changingAttempt(
                        operation.attemptId(),
                        a -> a.withStage(new Authorizing(a.stage().deadline())));
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
                                a.withStage(
                                        new AwaitingCustomer(
                                                event.action(),
                                                event.deadline(),
                                                a.stage().error())));
    }

    static Payment review(Payment payment, MerchantReviewRequired event, Instant at) {
        var operation = payment.operation(event.operationId()).orElseThrow();
        return learn(payment, event.operationId(), event.data(), at)
                .withoutOperation(event.operationId())
                .changingAttempt(
                        operation.attemptId(),
                        a ->
                                a.withStage(new InReview(null))
                                        .withAmounts(a.amounts().authorizing(event.amount())));
    }

    static Payment approveReview(Payment payment, MerchantApproved event) {
        var approved = payment.withMerchantDecision("approved");
        return event.operation() == null
                ? approved.changingAttempt(
                        payment.currentAttempt().attemptId(), a -> a.withStage(new Authorized()))
                : PaymentEvolution.start(approved, event.operation());
    }

    static Payment approve(Payment payment, AuthorizationApproved event, Instant at) {
        var approved =
                payment.withoutOperation(event.operationId())
                        .withIntent(payment.intent().withCaptureOn(event.captureOn()))
                        .changingAttempt(
                                event.attemptId(),
                                a ->
                                        consented(
                                                        payment.intent(),
                                                        a.withProviderData(event.data()))
                                                .withAmounts(
                                                        a.amounts().authorizing(event.amount()))
                                                .withStage(
                                                        event.amount() == 0 && a.amount() > 0
                                                                ? new Voided()
                                                                : new Authorized())
                                                .withModifiedAt(at));
        return event.captured() && event.amount() > 0
                ? MoneyEvolution.capturedAtOnce(
                        approved, event.attemptId(), event.amount(), event.data())
                : approved;
    }

    /** A consent that replaces an older one takes over its name. */
    private static Attempt consented(Intent intent, Attempt attempt) {
        return intent.updateMandateId() == null || attempt.connectorMandateId() == null
                ? attempt
                : attempt.withMandateId(intent.updateMandateId());
    }

    static Payment decline(Payment payment, AuthorizationDeclined event, Instant at) {
        return payment.withoutOperationsOf(event.attemptId())
                .changingAttempt(
                        event.attemptId(),
                        a ->
                                a.withProviderData(event.data())
                                        .withStage(
                                                new Declined(
                                                        event.outcome(),
                                                        event.error(),
                                                        event.retryable()))
                                        .withAmounts(a.amounts().authorizing(0))
                                        .withModifiedAt(at));
    }

    static Payment lapse(Payment payment, AuthorizationLapsed event, Instant at) {
        return payment.changingAttempt(
                event.attemptId(),
                a ->
                        a.releasing(a.amounts().held())
                                .withCancellationReason(event.reason())
                                .withModifiedAt(at));
    }
}
