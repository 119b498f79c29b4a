package dev.paylater.orchestrator.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a payment stands, and what only a payment standing there knows. */
public sealed interface PaymentState {

    record RequiresPaymentMethod() implements PaymentState {}

    record RequiresConfirmation() implements PaymentState {}

    record Processing() implements PaymentState {}

    /**
     * The customer has to act.
     *
     * @param deadline when the provider is asked for the last time
     */
    record RequiresCustomerAction(Instant deadline) implements PaymentState {}

    record RequiresMerchantAction() implements PaymentState {}

    /**
     * Authorized.
     *
     * @param captureOn when the service captures by itself
     */
    record RequiresCapture(@Nullable Instant captureOn) implements PaymentState {}

    record PartiallyCapturedAndCapturable() implements PaymentState {}

    record PartiallyCaptured() implements PaymentState {}

    record Succeeded() implements PaymentState {}

    /**
     * Ended without an authorization.
     *
     * @param retryable whether another confirm is allowed while the session lasts
     */
    record Failed(boolean retryable) implements PaymentState {}

    record Cancelled(@Nullable String reason) implements PaymentState {}

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

    /** Whether the provider holds an authorization of it that nothing is under way for. */
    default boolean isOpenAtProvider() {
        return switch (this) {
            case RequiresMerchantAction _, RequiresCapture _, PartiallyCapturedAndCapturable _ ->
                    true;
            case RequiresPaymentMethod _,
                    RequiresConfirmation _,
                    Processing _,
                    RequiresCustomerAction _,
                    PartiallyCaptured _,
                    Succeeded _,
                    Failed _,
                    Cancelled _ ->
                    false;
        };
    }

    /** Nothing that a provider says later can change it. */
    default boolean isFinal() {
        return switch (this) {
            case Succeeded _, PartiallyCaptured _, Cancelled _, Failed _ -> true;
            case RequiresPaymentMethod _,
                    RequiresConfirmation _,
                    Processing _,
                    RequiresCustomerAction _,
                    RequiresMerchantAction _,
                    RequiresCapture _,
                    PartiallyCapturedAndCapturable _ ->
                    false;
        };
    }
}
