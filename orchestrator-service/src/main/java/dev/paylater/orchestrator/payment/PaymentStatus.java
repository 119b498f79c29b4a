package dev.paylater.orchestrator.payment;

import java.util.Locale;

/** The payment statuses of the interface. */
public enum PaymentStatus {
    REQUIRES_PAYMENT_METHOD,
    REQUIRES_CONFIRMATION,
    REQUIRES_CUSTOMER_ACTION,
    REQUIRES_MERCHANT_ACTION,
    PROCESSING,
    REQUIRES_CAPTURE,
    PARTIALLY_CAPTURED_AND_CAPTURABLE,
    PARTIALLY_CAPTURED,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The interface's spelling. */
    public String wireName() {
        return wireName;
    }
}
