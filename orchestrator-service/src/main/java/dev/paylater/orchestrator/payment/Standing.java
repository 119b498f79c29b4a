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

    private static PaymentState of(Payment payment, Attempt attempt) {
        if (attempt.inReview()) {
            return new PaymentState.RequiresMerchantAction();
        }
        if (payment.hasInFlight(
                o ->
                        o.attemptId().equals(attempt.attemptId())
                                && o.concernsStatus()
                                && !(o.kind().authorizes() && isWithCustomer(attempt)))) {
            return new PaymentState.Processing();
        }
        if (isWithCustomer(attempt) && attempt.actionDeadline() != null) {
            return new PaymentState.RequiresCustomerAction(attempt.actionDeadline());
        }
        var intent = payment.intent();
        if (attempt.captured() == 0 && attempt.open() > 0) {
            return new PaymentState.RequiresCapture(
                    attempt.captureMethod() == CaptureMethod.SCHEDULED ? intent.captureOn() : null);
        }
        if (attempt.captured() == 0
                && (attempt.amount() > 0 || attempt.status() == AttemptStatus.VOID_INITIATED)) {
            return new PaymentState.Cancelled(attempt.cancellationReason());
        }
        if (attempt.captured() == attempt.authorized()) {
            return new PaymentState.Succeeded();
        }
        return attempt.open() > 0 && attempt.captureMethod() == CaptureMethod.MANUAL_MULTIPLE
                ? new PaymentState.PartiallyCapturedAndCapturable()
                : new PaymentState.PartiallyCaptured();
    }

    private static boolean isWithCustomer(Attempt attempt) {
        return attempt.nextAction() != null && !attempt.isAuthorized();
    }

    private static AttemptStatus statusFor(PaymentState state, Attempt attempt) {
        return switch (state) {
            case PaymentState.RequiresCapture _ ->
                    attempt.error() == null ? AttemptStatus.AUTHORIZED : attempt.status();
            case PaymentState.Succeeded _ -> AttemptStatus.CHARGED;
            case PaymentState.PartiallyCaptured _ -> AttemptStatus.PARTIAL_CHARGED;
            case PaymentState.PartiallyCapturedAndCapturable _ ->
                    AttemptStatus.PARTIAL_CHARGED_AND_CHARGEABLE;
            case PaymentState.Cancelled _ -> AttemptStatus.VOIDED;
            case PaymentState.RequiresCustomerAction _ -> AttemptStatus.AUTHENTICATION_PENDING;
            case PaymentState.RequiresMerchantAction _ -> AttemptStatus.UNRESOLVED;
            case PaymentState.RequiresPaymentMethod _,
                    PaymentState.RequiresConfirmation _,
                    PaymentState.Processing _,
                    PaymentState.Failed _ ->
                    attempt.status();
        };
    }
}
