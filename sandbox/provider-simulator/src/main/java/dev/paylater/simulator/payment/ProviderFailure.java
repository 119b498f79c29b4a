package dev.paylater.simulator.payment;

/** Why the provider did not do something, in its own words. */
public record ProviderFailure(Code code, String message) {
    public enum Code {
        DECLINED,
        INSUFFICIENT_CREDIT,
        FRAUD_SUSPECTED,
        AUTHENTICATION_FAILED,
        CUSTOMER_CANCELLED,
        EXPIRED,
        CAPTURE_REFUSED,
        VOID_REFUSED,
        REFUND_REFUSED,
        LIMIT_EXCEEDED,
        INVALID_STATE,
        AMOUNT_EXCEEDS_AUTHORIZED,
        AMOUNT_EXCEEDS_CAPTURED
    }
}
