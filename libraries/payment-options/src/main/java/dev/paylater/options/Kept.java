package dev.paylater.options;

/** Where an option goes after its body has been read. */
public enum Kept {
    /** A typed field of PaymentOptions, which the state machine looks into. */
    TYPED,
    /** Carried through as JSON text under the interface's name. */
    CARRIED,
    /** Used by api-service while it reads the request. */
    NOT_KEPT
}
