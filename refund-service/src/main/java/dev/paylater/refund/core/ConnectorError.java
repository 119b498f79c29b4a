package dev.paylater.refund.core;

import org.jspecify.annotations.Nullable;

/** What a provider said against a refund, in its words and in normalized ones. */
public record ConnectorError(
        @Nullable String code,
        @Nullable String message,
        @Nullable String reason,
        String unifiedCode,
        String unifiedMessage) {

    static final ConnectorError PROVIDER_UNAVAILABLE =
            new ConnectorError(
                    "provider_unavailable",
                    "The provider could not be reached and knows nothing of the refund",
                    null,
                    "provider_unavailable",
                    "The provider is not available");

    static final ConnectorError NOT_ENOUGH_CAPTURED =
            new ConnectorError(
                    "not_enough_captured",
                    "The captures of the payment do not hold this amount any more",
                    null,
                    "invalid_data",
                    "The provider cannot process this data");
}
