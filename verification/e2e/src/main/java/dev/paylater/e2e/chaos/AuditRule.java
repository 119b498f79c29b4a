package dev.paylater.e2e.chaos;

/**
 * What must hold between what a merchant was told, the payment, the provider's ledger and the
 * webhooks, each as the finding when it does not. {@code AuditRuleTest} has books for each that
 * break this one and no other.
 */
enum AuditRule {
    AUTHORIZED_TOO_OFTEN,
    NOT_AUTHORIZED,
    /** What is shown as received is what the provider captured and what was settled directly. */
    RECEIVED,
    CAPTURE_VANISHED,
    CAPTURED_TOO_OFTEN,
    CAPTURED_TOO_MUCH,
    /** Money that comes too late leaves its payment ended. */
    LATE_MONEY_REVIVES,
    /** All that the provider took too late is given back, and no more. */
    LATE_MONEY_KEPT,
    REFUND_SHOWN_TWICE,
    REFUNDS_DIFFER,
    REFUNDED_TOO_MUCH,
    REFUNDED_TOO_LITTLE,
    DISPUTE_VANISHED,
    DISPUTE_DIFFERS,
    /** What was lost in a dispute is not refunded as well. */
    DISPUTED_MONEY_REFUNDED,
    NOT_LISTED,

    WEBHOOK_NOT_ARRIVED,
    WEBHOOK_OF_PAYMENT_LACKS,
    WEBHOOK_OF_REFUND_LACKS,
    WEBHOOK_STATUS,
    WEBHOOK_ORDER
}
