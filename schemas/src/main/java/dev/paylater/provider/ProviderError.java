package dev.paylater.provider;

import org.jspecify.annotations.Nullable;

/**
 * Why a provider did not do what it was asked for.
 *
 * @param code the provider's own code, shown as error_code
 * @param message the provider's own text, shown as error_message
 * @param reason a further text of the provider's, shown as error_reason where the interface has it
 */
public record ProviderError(
        @Nullable String code,
        @Nullable String message,
        @Nullable String reason,
        UnifiedError unified) {

    /** A refusal for which the provider gave no reason. */
    public static final ProviderError NOT_GIVEN = of(UnifiedError.UNKNOWN, "No reason was given");

    /** The provider's code and text with their normalized meaning. */
    public static ProviderError of(
            @Nullable String code, @Nullable String message, UnifiedError unified) {
        return new ProviderError(code, message, null, unified);
    }

    /** What the unified error says, where the provider says no more. */
    public static ProviderError of(UnifiedError unified) {
        return of(unified, unified.message());
    }

    /** An error that no provider's answer stands behind; its code is the unified one. */
    public static ProviderError of(UnifiedError unified, String message) {
        return new ProviderError(unified.code(), message, null, unified);
    }
}
