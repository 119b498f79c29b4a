package dev.paylater.simulator.payment;

/** How far the authorization has come; what happened to the money since is in the amounts. */
public enum Stage {
    REQUIRES_ACTION,
    PENDING,
    /** The amount is held, but a human should still look at it. */
    REVIEW,
    APPROVED,
    DECLINED,
    CANCELLED,
    EXPIRED
}
