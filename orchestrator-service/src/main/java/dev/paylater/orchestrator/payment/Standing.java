package dev.paylater.orchestrator.payment;

/** Where a payment stands by the money of its current attempt and by what is still under way. */
final class Standing {

    private Standing() {}

    /** The payment in the state that its figures call for. */
    static Payment settle(Payment payment) {
        var attempt = payment.currentAttempt();
        var state = of(payment, attempt);
        return payment.withState(state)
                .changingAttempt(attempt.attemptId(), a -> a.withStatus(statusFor(state, a)));
    }

    private static State of(Payment payment, Attempt attempt) {
        if (attempt.inReview()) {
            return new State.RequiresMerchantAction();
        }
        if (payment.hasInFlight(
                o ->
                        o.attemptId().equals(attempt.attemptId())
                                && o.concernsStatus()
                                && !(o.kind().authorizes() && isWithCustomer(attempt)))) {
            return new State.Processing();
        }
        if (isWithCustomer(attempt) && attempt.actionDeadline() != null) {
            return new State.RequiresCustomerAction(attempt.actionDeadline());
        }
        var intent = payment.intent();
        if (attempt.captured() == 0 && attempt.open() > 0) {
            return new State.RequiresCapture(
                    attempt.captureMethod() == CaptureMethod.SCHEDULED ? intent.captureOn() : null);
        }
        if (attempt.captured() == 0
                && (attempt.amount() > 0 || attempt.status() == AttemptStatus.VOID_INITIATED)) {
            return new State.Cancelled(attempt.cancellationReason());
        }
        if (attempt.captured() == attempt.authorized()) {
            return new State.Succeeded();
        }
        return attempt.open() > 0 && attempt.captureMethod() == CaptureMethod.MANUAL_MULTIPLE
                ? new State.PartiallyCapturedAndCapturable()
                : new State.PartiallyCaptured();
    }

    private static boolean isWithCustomer(Attempt attempt) {
        return attempt.nextAction() != null && !attempt.isAuthorized();
    }

    private static AttemptStatus statusFor(State state, Attempt attempt) {
        return switch (state) {
            case State.RequiresCapture _ ->
                    attempt.error() == null ? AttemptStatus.AUTHORIZED : attempt.status();
            case State.Succeeded _ -> AttemptStatus.CHARGED;
            case State.PartiallyCaptured _ -> AttemptStatus.PARTIAL_CHARGED;
            case State.PartiallyCapturedAndCapturable _ ->
                    AttemptStatus.PARTIAL_CHARGED_AND_CHARGEABLE;
            case State.Cancelled _ -> AttemptStatus.VOIDED;
            case State.RequiresCustomerAction _ -> AttemptStatus.AUTHENTICATION_PENDING;
            case State.RequiresMerchantAction _ -> AttemptStatus.UNRESOLVED;
            case State.RequiresPaymentMethod _,
                    State.RequiresConfirmation _,
                    State.Processing _,
                    State.Failed _ ->
                    attempt.status();
        };
    }
}
