package dev.paylater.provider;

/**
 * A provider's refusal.
 *
 * @param outcome what an attempt becomes by it, where it was an authorization that was refused
 */
public record Decline(Outcome outcome, ProviderError error) {

    /** The attempt statuses of the interface that a refused authorization can end in. */
    public enum Outcome {
        AUTHENTICATION_FAILED,
        AUTHORIZATION_FAILED,
        FAILURE,
        EXPIRED,
        VOIDED
    }
}
