package dev.paylater.simulation;

import java.util.SplittableRandom;

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
    ENDS_LATE(8),
    /** The providers refund one capture at a time. */
    BY_CAPTURE(3, true),
    /**
     * The merchant's refund ids end in numbers, as the parts of a refund do, and begin as the
     * service's own do.
     */
    ALIKE_IDS(3, true),
    /** What is confirmed again is of another amount and captured in another way. */
    CHANGED_RETRIES(4, true),
    /** What is confirmed again would be of another currency. */
    CHANGED_CURRENCY(4, true),
    /** Between payments and refunds, messages become dead letters that nobody plays again. */
    DEAD_LETTERS(4, true),
    /** Some requests arrive minutes after everybody has given them up. */
    VERY_LATE(4, true),
    /** The providers lose sight of a payment while its customer is at the page. */
    UNSEEN_AT_PAGE(4, true),
    /** Many authorizations are raised, and raised again. */
    RAISED(4, true),
    /** The merchant settles with the customer directly now and then. */
    DIRECT(4, true),
    /** The providers approve more or less than they were asked for. */
    OTHER_AMOUNTS(4, true),
    /** Customers object to what they have paid, and get some of it back. */
    DISPUTES(4, true),
    /** The providers say first that a refund has failed or succeeded, and then the opposite. */
    REFUND_TURNS(4, true),
    /** The merchant hands goods to carriers, and the providers are told. */
    SHIPMENTS(4, true);

    private final int onceIn;
    private final boolean adverse;

    Circumstance(int onceIn) {
        this(onceIn, false);
    }

    /** One that adversaries have found is drawn where they are played, and leaves the rest. */
    Circumstance(int onceIn, boolean adverse) {
        this.onceIn = onceIn;
        this.adverse = adverse;
    }

    /** Whether the seed's world is like that. */
    boolean isOf(long seed, boolean inAdverse) {
        return (inAdverse || !adverse)
                && new SplittableRandom(31 * seed + name().hashCode()).nextInt(onceIn) == 0;
    }
}
