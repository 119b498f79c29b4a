package dev.paylater.provider;

import java.util.Locale;

/**
 * The one table of normalized errors: whatever a provider calls it, a merchant reads one of these
 * as unified_code and unified_message.
 */
public enum UnifiedError {
    DECLINED("The provider declined the payment."),
    INSUFFICIENT_CREDIT("The customer's credit at the provider is not sufficient."),
    CUSTOMER_ACTION_FAILED("The customer cancelled or could not be authenticated."),
    EXPIRED("It was not completed in time."),
    FRAUD_SUSPECTED("The provider suspects fraud."),
    INVALID_DATA("The provider cannot use the data it was given."),
    DUPLICATE("The provider has met this request before."),
    PROVIDER_UNAVAILABLE("The provider cannot be used at the moment."),
    UNKNOWN("The provider gave a reason that has no match.");

    private final String message;

    UnifiedError(String message) {
        this.message = message;
    }

    /** The value of unified_code. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value of unified_message. */
    public String message() {
        return message;
    }

    /**
     * The error of a unified_code.
     *
     * @throws IllegalArgumentException when there is no such code
     */
    public static UnifiedError ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
