package dev.paylater.simulator.payment;

/** How a capture or refund stands. Everything but FAILED occupies its amount. */
public enum PartStatus {
    SUCCEEDED,
    PENDING,
    REVIEW,
    FAILED
}
