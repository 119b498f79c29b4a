package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationDeclined;
import dev.paylater.orchestrator.payment.PaymentEvent.CustomerActionRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.MerchantReviewRequired;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a provider's word means for an authorization that is under way. */
final class AuthorizationOutcomes {

    private static final Duration UNTIL_SCHEDULED_CAPTURE = Duration.ofHours(24);

    private AuthorizationOutcomes() {}

    static Decision record(Story story, Operation operation, RecordOutcome outcome) {
        var attempt = story.payment().attempt(operation.attemptId());
        return switch (outcome.verdict()) {
            case Verdict.Approved _, Verdict.MerchantAction _
                    when Outcomes.isVoiding(story, attempt) ->
                    // Whether the void comes first only the provider knows: it is asked afterwards.
                    Outcomes.pending(story, operation, new Verdict.Pending(null), outcome.facts())
                            .end();
            case Verdict.Approved approved -> approve(story, operation, approved, outcome.facts());
            case Verdict.Declined declined -> decline(story, operation, declined, outcome.facts());
            case Verdict.CustomerAction(var action) ->
                    customer(story, operation, action, outcome.facts());
            case Verdict.MerchantAction(var amount) ->
                    story.tell(
                                    new MerchantReviewRequired(
                                            operation.operationId(),
                                            amount == null ? operation.amount() : amount,
                                            outcome.facts()))
                            .end();
            case Verdict.Pending pending ->
                    Outcomes.pending(story, operation, pending, outcome.facts()).end();
            case Verdict.Unknown(var reason) ->
                    Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.NotFound _ -> notFound(story, operation);
            case Verdict.NotExecuted(var reason) ->
                    // After an unknown outcome the first request may still have had its effect.
                    operation.isUnheardOf()
                            ? outage(story, operation)
                            : Outcomes.unknown(story, operation, reason, outcome.facts()).end();
        };
    }

    private static Decision approve(
            Story story, Operation operation, Verdict.Approved approved, ProviderFacts facts) {
        story.tell(
                new AuthorizationApproved(
                        operation.attemptId(),
                        operation.operationId(),
                        Outcomes.amountOf(approved, operation.amount()),
                        approved.captured(),
                        captureOn(story, operation),
                        facts));
        var attempt = story.payment().attempt(operation.attemptId());
        return attempt.open() > 0 && attempt.captureMethod().followsAuthorization()
                ? Capturing.captureInFull(story).end()
                : story.end();
    }

    static @Nullable Instant captureOn(Story story, Operation operation) {
        var method = story.payment().attempt(operation.attemptId()).captureMethod();
        return method == CaptureMethod.SCHEDULED ? captureOn(story) : null;
    }

    static Instant captureOn(Story story) {
        var wanted = story.payment().intent().captureOn();
        return wanted == null ? story.now().plus(UNTIL_SCHEDULED_CAPTURE) : wanted;
    }

    private static Decision decline(
            Story story, Operation operation, Verdict.Declined declined, ProviderFacts facts) {
        var ranOut =
                declined.status() == AttemptStatus.EXPIRED || operation.purpose() == Purpose.EXPIRY;
        return ranOut
                ? expire(story, story.payment().attempt(operation.attemptId())).end()
                : fail(story, operation, declined.status(), declined.error(), facts).end();
    }

    private static Decision customer(
            Story story, Operation operation, NextAction action, ProviderFacts facts) {
        if (operation.purpose() == Purpose.EXPIRY) {
            // Still not decided although the time is up: end it at the provider as well.
            return story.tell(
                            new VoidRequested(
                                    story.numbered(Kind.VOID, Purpose.EXPIRY, 0),
                                    "customer action expired"))
                    .end();
        }
        var deadline = story.payment().attempt(operation.attemptId()).actionDeadline();
        return story.tell(
                        new CustomerActionRequired(
                                operation.operationId(),
                                action,
                                deadline == null ? Confirming.actionDeadline(story) : deadline,
                                AskSchedule.nextWhileCustomerActs(operation, story.now()),
                                facts))
                .end();
    }

    private static Decision notFound(Story story, Operation operation) {
        var attempt = story.payment().attempt(operation.attemptId());
        if (attempt.nextAction() != null) {
            // It was known when the customer was sent there; now its session is gone.
            return expire(story, attempt).end();
        }
        return operation.repeated()
                ? outage(story, operation)
                : Outcomes.repeat(story, operation).end();
    }

    /** The connector cannot be reached and has nothing: the next one of the route, or failure. */
    private static Decision outage(Story story, Operation operation) {
        var fallbacks = story.payment().fallbacks();
        fail(
                story,
                operation,
                AttemptStatus.FAILURE,
                ConnectorError.PROVIDER_UNAVAILABLE,
                ProviderFacts.NONE);
        return fallbacks.isEmpty()
                ? story.end()
                : Confirming.attempt(
                                story,
                                fallbacks.getFirst(),
                                fallbacks.subList(1, fallbacks.size()),
                                null)
                        .end();
    }

    private static Story fail(
            Story story,
            Operation operation,
            AttemptStatus status,
            ConnectorError error,
            ProviderFacts facts) {
        return story.tell(
                new AuthorizationDeclined(
                        operation.attemptId(),
                        operation.operationId(),
                        status,
                        error,
                        true,
                        facts));
    }

    /** The customer's time is up and nothing is open at the provider. */
    static Story expire(Story story, Attempt attempt) {
        return end(story, attempt, AttemptStatus.EXPIRED, ConnectorError.CUSTOMER_ACTION_EXPIRED);
    }

    static Story end(
            Story story, Attempt attempt, AttemptStatus status, @Nullable ConnectorError error) {
        return story.tell(
                new AuthorizationDeclined(
                        attempt.attemptId(),
                        OperationIds.authorize(attempt.attemptId()),
                        status,
                        error == null ? ConnectorError.REJECTED_BY_MERCHANT : error,
                        error != null,
                        ProviderFacts.NONE));
    }
}
