package dev.paylater.refund.core;

/** The refund statuses of the interface. */
public enum RefundStatus {
    PENDING,
    REVIEW,
    SUCCEEDED,
    FAILED;

    /** Nothing that a provider says later can change it. */
    public boolean isFinal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
