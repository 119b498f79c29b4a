package dev.paylater.connector.provider;

import org.jspecify.annotations.Nullable;

/** A provider's error in its own words, and what it comes to in ours. */
public record ProviderError(@Nullable String code, @Nullable String message, UnifiedError unified) {

    /** An error that no provider's answer stands behind. */
    public static ProviderError of(UnifiedError unified, String message) {
        return new ProviderError(null, message, unified);
    }
}
