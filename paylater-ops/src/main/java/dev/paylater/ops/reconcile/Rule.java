package dev.paylater.ops.reconcile;

/**
 * What must hold between the books, each as the difference that is reported when it does not.
 * {@code RuleTest} has books for each that break this one and no other.
 */
public enum Rule {
    /** amount_received is what the captures add up to. */
    RECEIVED,
    /** An attempt's captured amount is what its captures add up to. */
    ATTEMPT_CAPTURED,
    /** An attempt has captured and released no more than was authorized. */
    ATTEMPT_WITHIN_AUTHORIZED,
    /** amount_refunded is what the refunds add up to that have not failed. */
    AMOUNT_REFUNDED,
    /** An attempt's refunded amount is what its refunds add up to that have not failed. */
    ATTEMPT_REFUNDED,
    /** Refunds of an attempt, open ones with them, take no more than its captures. */
    REFUNDS_WITHIN_CAPTURED,
    DISPUTE_CURRENCY,
    /** A dispute is about no more than was captured. */
    DISPUTE_WITHIN_CAPTURED,
    /** What was lost or accepted in a dispute is not refunded as well. */
    DISPUTED_MONEY_REFUNDED,
    /** What is under way has a time at which it will be looked at again. */
    STUCK,
    /** What a provider is asked about has one as well. */
    INQUIRY_STUCK,

    REFUND_WITHOUT_RESERVATION,
    REFUND_WITHOUT_RECORD,
    REFUND_DIFFERS,
    REFUND_WITHOUT_PAYMENT,

    LAST_SEQUENCE,
    PAYMENT_EVENT_MISSING,
    PAYMENT_EVENT_AMBIGUOUS,
    PAYMENT_EVENT_STATUS,
    REFUND_EVENT_MISSING,
    REFUND_EVENT_AMBIGUOUS,
    REFUND_EVENT_STATUS,
    EVENTS_WITHOUT_PAYMENT,
    EVENTS_WITHOUT_REFUND,
    PAYMENT_WEBHOOK_MISSING,
    REFUND_WEBHOOK_MISSING,

    PAYMENT_ONLY_AT_PROVIDER,
    CURRENCY_AT_PROVIDER,
    HELD_ONLY_HERE,
    HELD_ONLY_AT_PROVIDER,
    CAPTURED_ONLY_HERE,
    CAPTURED_ONLY_AT_PROVIDER,
    REFUNDED_ONLY_HERE,
    REFUNDED_ONLY_AT_PROVIDER,
    /** A provider holds nothing of what has ended. */
    STILL_HELD
}
