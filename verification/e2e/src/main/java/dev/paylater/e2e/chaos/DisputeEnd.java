package dev.paylater.e2e.chaos;

/** How a dispute ends, or how far it comes. */
enum DisputeEnd {
    WON(false, "dispute_won"),
    LOST(true, "dispute_lost"),
    /** It was not contested in time. */
    EXPIRED(true, "dispute_expired"),
    /** The merchant gives way. */
    ACCEPTED(true, "dispute_accepted"),
    /** The merchant contests it, and the provider has not decided. */
    CHALLENGED(false, "dispute_challenged");

    private final boolean lost;
    private final String status;

    DisputeEnd(boolean lost, String status) {
        this.lost = lost;
        this.status = status;
    }

    /** Whether the money goes back to the customer. */
    boolean isLost() {
        return lost;
    }

    String status() {
        return status;
    }
}
