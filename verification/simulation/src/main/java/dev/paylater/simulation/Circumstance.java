package dev.paylater.simulation;

/**
 * What is special about some seeds' worlds for as long as they last. Drawn by the seed's number
 * alone, so that a new one leaves the other seeds what they were.
 */
enum Circumstance {
    /** The providers know no idempotency keys: the connector has to inquire before it acts. */
    KEYLESS(4),
    /**
     * Few calls at once and per second, breakers that open soon, and providers that are away, or
     * want to be called later, for minutes.
     */
    LIMITED(4),
    /** Clients that fill a payment with as much as each call takes. */
    LARGE(16),
    /** One of two processes is of a newer version, which writes what the other does not know. */
    TWO_VERSIONS(8),
    /** Where a partition ends is often not to be had at its assignment, only later. */
    ENDS_LATE(8);

    private final int onceIn;

    Circumstance(int onceIn) {
        this.onceIn = onceIn;
    }

    int onceIn() {
        return onceIn;
    }
}
