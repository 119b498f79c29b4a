package dev.paylater.orchestrator.payment;

import org.jspecify.annotations.Nullable;

/** What a provider said against an operation, in its words and in normalized ones. */
public record ConnectorError(
        @Nullable String code,
        @Nullable String message,
        @Nullable String reason,
        String unifiedCode,
        String unifiedMessage) {

    static final ConnectorError PROVIDER_UNAVAILABLE =
            new ConnectorError(
                    "provider_unavailable",
                    "The provider could not be reached and knows nothing of the request",
                    null,
                    "provider_unavailable",
                    "The provider is not available");

    static final ConnectorError CUSTOMER_ACTION_EXPIRED =
            new ConnectorError(
                    "customer_action_expired",
                    "The customer did not finish in time",
                    null,
                    "expired",
                    "The time for the payment has run out");

    static final ConnectorError REJECTED_BY_MERCHANT =
            new ConnectorError(
                    "merchant_rejected",
                    "The merchant rejected the payment in review",
                    null,
                    "declined",
                    "The payment was declined");
}
