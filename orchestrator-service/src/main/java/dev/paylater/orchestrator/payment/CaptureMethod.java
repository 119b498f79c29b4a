package dev.paylater.orchestrator.payment;

/** When and by whom an authorized payment is captured. */
public enum CaptureMethod {
    /** By the provider in the same step, or at once where it has no such step. */
    AUTOMATIC,
    /** By the merchant, once. */
    MANUAL,
    /** By the merchant, in any number of parts. */
    MANUAL_MULTIPLE,
    /** By the service, in full, at a time. */
    SCHEDULED,
    /** By the service, in full, right after the authorization. */
    SEQUENTIAL_AUTOMATIC;

    public boolean followsAuthorization() {
        return this == AUTOMATIC || this == SEQUENTIAL_AUTOMATIC;
    }
}
