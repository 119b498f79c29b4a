package dev.paylater.simulator.payment;

/** How a capture or refund stands. Everything but FAILED occupies its amount. */
public enum Standing {
    SUCCEEDED,
    PENDING,
    REVIEW,
    FAILED
}
