package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationChecked;
import dev.paylater.orchestrator.payment.PaymentEvent.CheckEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.CustomerActionTimedOut;
import dev.paylater.orchestrator.payment.PaymentEvent.ProviderAsked;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Questions to the provider: forced by somebody, or because their time has come. */
final class Asking {

    private static final Duration CHECK_LIFETIME = Duration.ofSeconds(15);

    private Asking() {}

    static Decision sync(Story story) {
        var payment = story.payment();
        for (var operation : payment.operations()) {
            // A request whose first answer is still out needs no question.
            if (operation.kind() != Kind.CHECK && !operation.awaitingAnswer()) {
                story.tell(
                        new ProviderAsked(
                                operation.operationId(), next(payment, operation, story), true));
            }
        }
        if (isOpenAtProvider(payment.state()) && payment.operations().isEmpty()) {
            check(story, payment.currentAttempt(), Purpose.REQUESTED);
        }
        return story.end();
    }

    /** Asks how an authorization stands that is not under way. */
    static Story check(Story story, Attempt attempt, Purpose purpose) {
        var question =
                story.operation(
                                Kind.CHECK,
                                purpose,
                                attempt.authorized(),
                                attempt.attemptId(),
                                1,
                                Map.of())
                        .withNextAskAt(story.now().plus(CHECK_LIFETIME));
        return story.tell(new AuthorizationChecked(question));
    }

    /** Whether a question is asked until the provider has answered it. */
    static boolean insists(Operation operation) {
        return operation.kind() != Kind.CHECK || operation.purpose() == Purpose.DOUBT;
    }

    private static boolean isOpenAtProvider(State state) {
        return switch (state) {
            case State.RequiresMerchantAction _,
                    State.RequiresCapture _,
                    State.PartiallyCapturedAndCapturable _ ->
                    true;
            case State.RequiresPaymentMethod _,
                    State.RequiresConfirmation _,
                    State.Processing _,
                    State.RequiresCustomerAction _,
                    State.PartiallyCaptured _,
                    State.Succeeded _,
                    State.Failed _,
                    State.Cancelled _ ->
                    false;
        };
    }

    /** Whatever is due, whether or not the sweeper had it in mind. */
    static Decision deadline(Story story) {
        endCustomerAction(story);
        captureOnSchedule(story);
        for (var operation : story.payment().operations()) {
            if (!operation.nextAskAt().isAfter(story.now())) {
                ask(story, operation);
            }
        }
        return story.end();
    }

    private static void ask(Story story, Operation operation) {
        if (insists(operation)) {
            story.tell(
                    new ProviderAsked(
                            operation.operationId(),
                            next(story.payment(), operation, story),
                            false));
        } else {
            story.tell(new CheckEnded(operation.operationId()));
        }
    }

    private static void endCustomerAction(Story story) {
        if (!(story.payment().state() instanceof State.RequiresCustomerAction(var deadline))
                || deadline.isAfter(story.now())) {
            return;
        }
        var attempt = story.payment().currentAttempt();
        var authorization = story.payment().operation(OperationIds.authorize(attempt.attemptId()));
        if (authorization.isEmpty()) {
            AuthorizationOutcomes.expire(story, attempt);
        } else if (authorization.get().purpose() != Purpose.EXPIRY) {
            story.tell(new CustomerActionTimedOut(authorization.get().operationId(), story.now()));
        }
    }

    private static void captureOnSchedule(Story story) {
        if (story.payment().state() instanceof State.RequiresCapture(var captureOn)
                && captureOn != null
                && !captureOn.isAfter(story.now())) {
            Capturing.captureInFull(story);
        }
    }

    private static Instant next(Payment payment, Operation operation, Story story) {
        return payment.state() instanceof State.RequiresCustomerAction
                        && operation.purpose() != Purpose.EXPIRY
                ? AskSchedule.nextWhileCustomerActs(operation, story.now())
                : AskSchedule.next(operation, story.now());
    }
}
