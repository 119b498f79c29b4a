package dev.paylater.orchestrator.payment;

import dev.paylater.provider.NextAction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a payment stands, and what only a payment standing there knows. The attempt is the current
 * one.
 */
public sealed interface PaymentState {

    /** Nothing that a provider says later changes the status; amounts and refunds it may change. */
    sealed interface Final extends PaymentState {}

    /** The provider holds an authorization that nothing is under way for. */
    sealed interface OpenAtProvider extends PaymentState {
        Attempt attempt();
    }

    record RequiresPaymentMethod() implements PaymentState {}

    record RequiresConfirmation() implements PaymentState {}

    record Processing(Attempt attempt) implements PaymentState {}

    /**
     * The customer has to act.
     *
     * @param deadline when the provider is asked for the last time
     */
    record RequiresCustomerAction(Attempt attempt, NextAction action, Instant deadline)
            implements PaymentState {}

    record RequiresMerchantAction(Attempt attempt) implements OpenAtProvider {}

    /**
     * Authorized.
     *
     * @param captureOn when the service captures by itself
     */
    record RequiresCapture(Attempt attempt, @Nullable Instant captureOn)
            implements OpenAtProvider {}

    record PartiallyCapturedAndCapturable(Attempt attempt) implements OpenAtProvider {}

    record PartiallyCaptured(Attempt attempt) implements Final {}

    record Succeeded(Attempt attempt) implements Final {}

    /**
     * Ended without an authorization.
     *
     * @param retryUntil when another confirm stops being allowed; null when none is
     */
    record Failed(Attempt attempt, @Nullable Instant retryUntil) implements Final {

        /** Whether it may be confirmed once more. */
        public boolean mayBeRetriedAt(Instant time) {
            return retryUntil != null && time.isBefore(retryUntil);
        }
    }

    record Cancelled(@Nullable String reason) implements Final {}

    default PaymentStatus status() {
        return switch (this) {
            case RequiresPaymentMethod _ -> PaymentStatus.REQUIRES_PAYMENT_METHOD;
            case RequiresConfirmation _ -> PaymentStatus.REQUIRES_CONFIRMATION;
            case Processing _ -> PaymentStatus.PROCESSING;
            case RequiresCustomerAction _ -> PaymentStatus.REQUIRES_CUSTOMER_ACTION;
            case RequiresMerchantAction _ -> PaymentStatus.REQUIRES_MERCHANT_ACTION;
            case RequiresCapture _ -> PaymentStatus.REQUIRES_CAPTURE;
            case PartiallyCapturedAndCapturable _ ->
                    PaymentStatus.PARTIALLY_CAPTURED_AND_CAPTURABLE;
            case PartiallyCaptured _ -> PaymentStatus.PARTIALLY_CAPTURED;
            case Succeeded _ -> PaymentStatus.SUCCEEDED;
            case Failed _ -> PaymentStatus.FAILED;
            case Cancelled _ -> PaymentStatus.CANCELLED;
        };
    }

    default boolean isFinal() {
        return this instanceof Final;
    }
}
