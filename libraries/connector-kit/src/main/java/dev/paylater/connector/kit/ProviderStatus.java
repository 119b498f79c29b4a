package dev.paylater.connector.kit;

/** What a provider's status comes to, whatever the provider calls it. */
public enum ProviderStatus {
    /** The customer has something to do at the provider. */
    REQUIRES_ACTION,
    /** The customer has agreed, and the provider waits for the merchant's confirmation. */
    CONFIRMABLE,
    PENDING,
    /** Held, and left to a person's decision. */
    IN_REVIEW,
    /** Done: an authorization is held, a capture or refund is made. */
    AUTHORIZED,
    /** An authorization of which all is captured. */
    CAPTURED,
    DECLINED,
    /** The customer canceled, or could not be authenticated. */
    AUTHENTICATION_FAILED,
    /** Refused for another reason than the customer's credit. */
    FAILED,
    CANCELED,
    EXPIRED;

    /** Whether nothing is held and nothing will be. */
    public boolean isOver() {
        return switch (this) {
            case DECLINED, AUTHENTICATION_FAILED, FAILED, CANCELED, EXPIRED -> true;
            case REQUIRES_ACTION, CONFIRMABLE, PENDING, IN_REVIEW, AUTHORIZED, CAPTURED -> false;
        };
    }

    /**
     * Whether nothing is held and nothing will be, at a provider that captures once and releases
     * the rest.
     */
    public boolean isOverOrCaptured() {
        return this == CAPTURED || isOver();
    }
}
