package dev.paylater.ops.reconcile;

/**
 * What must hold between the books, each as the difference that is reported when it does not, with
 * what it means and what the operator does. {@code ReconciliationRuleTest} has books for each that
 * break this one and no other; {@code RulesPageTest} writes the table of
 * docs/operators/paylater-ops.md.
 */
public enum ReconciliationRule {
    RECEIVED(
            "amount_received is not what the captures add up to",
            "Tell the developers: the payment contradicts itself. Until then believe its"
                    + " captures."),
    ATTEMPT_CAPTURED(
            "an attempt's captured amount is not what its captures add up to",
            "Tell the developers: the payment contradicts itself. Until then believe its"
                    + " captures."),
    ATTEMPT_WITHIN_AUTHORIZED(
            "an attempt has captured and released more than was authorized",
            "Compare the authorization with the provider's portal, and refund what was taken beyond"
                    + " it."),
    AMOUNT_REFUNDED(
            "amount_refunded is not what the refunds add up to",
            "Tell the developers: the payment contradicts itself. Until then believe its refunds."),
    ATTEMPT_REFUNDED(
            "an attempt's refunded amount is not what its refunds add up to",
            "Tell the developers: the payment contradicts itself. Until then believe its refunds."),
    REFUNDS_WITHIN_CAPTURED(
            "refunds of an attempt take more than its captures",
            "Look in the provider's portal at which refunds were paid, and ask the merchant to"
                    + " claim back what is too much."),
    DISPUTE_CURRENCY(
            "a dispute is in another currency than its payment",
            "Look at the dispute in the provider's portal; its amount here is not to be relied"
                    + " on."),
    DISPUTE_WITHIN_CAPTURED(
            "a dispute is about more than was captured",
            "Look at the dispute in the provider's portal, and contest what is beyond the"
                    + " captures."),
    DISPUTED_MONEY_REFUNDED(
            "what was lost in a dispute is refunded as well",
            "The customer has the money twice: ask the provider to reverse one of both."),
    STUCK(
            "something is under way and no time is set to look at it again",
            "Follow the runbook PaymentsForgotten: sync the payment (force_sync=true), then settle"
                    + " its operation."),
    INQUIRY_STUCK(
            "a provider is asked about the payment and no time is set to ask again",
            "Sync the payment (force_sync=true); if it stays, settle its operation by the"
                    + " provider's portal."),
    REFUND_WITHOUT_RESERVATION(
            "refund-service has a refund that the payment does not know",
            "Look in the provider's portal whether it was paid, and settle the refund by that."),
    REFUND_WITHOUT_RECORD(
            "the payment has a refund that refund-service does not know",
            "It is handed over again by itself within minutes; if it stays, look for a dead letter"
                    + " of refunds.commands."),
    REFUND_DIFFERS(
            "payment and refund-service show another status or amount of a refund",
            "Sync the refund (force_sync=true); if it stays, look for a dead letter of"
                    + " payments.commands."),
    REFUND_WITHOUT_PAYMENT(
            "there are refunds of a payment that is not there",
            "Look for the payment in the backup: a document was lost."),
    LAST_SEQUENCE(
            "the last event is another than the payment has recorded",
            "Restart orchestrator-service, which publishes what it has recorded; then look at its"
                    + " log."),
    PAYMENT_EVENT_MISSING(
            "an event of a payment was never published",
            "Consumers of payments.events have a gap: let them read the payment from"
                    + " payments.state."),
    PAYMENT_EVENT_AMBIGUOUS(
            "two events of a payment have one number",
            "Tell the developers, with both events: consumers may have acted on either."),
    PAYMENT_EVENT_STATUS(
            "the last event says another status than the payment has",
            "Look for an orchestrator-service that does not get on; consumers know an older"
                    + " status."),
    REFUND_EVENT_MISSING(
            "an event of a refund was never published",
            "Consumers of refunds.events have a gap: let them ask for the refund."),
    REFUND_EVENT_AMBIGUOUS(
            "two events of a refund have one number",
            "Tell the developers, with both events: consumers may have acted on either."),
    REFUND_EVENT_STATUS(
            "the last event says another status than the refund has",
            "Look for a refund-service that does not get on; consumers know an older status."),
    EVENTS_WITHOUT_PAYMENT(
            "there are events of a payment that is not there",
            "Look for the payment in the backup: a document was lost."),
    EVENTS_WITHOUT_REFUND(
            "there are events of a refund that is not there",
            "Look for the refund in the backup: a document was lost."),
    PAYMENT_WEBHOOK_MISSING(
            "an endpoint has no delivery of an event of a payment that it wants",
            "Look for a dead letter of payments.events, and tell the merchant to read the"
                    + " payment."),
    REFUND_WEBHOOK_MISSING(
            "an endpoint has no delivery of an event of a refund that it wants",
            "Look for a dead letter of refunds.events, and tell the merchant to read the refund."),
    PAYMENT_ONLY_AT_PROVIDER(
            "only the provider's ledger has the payment",
            "Look for the payment in the backup: a document was lost, or somebody else uses the"
                    + " account."),
    CURRENCY_AT_PROVIDER(
            "the provider has booked in another currency",
            "Compare the payment with the provider's portal before anything is captured or"
                    + " refunded."),
    HELD_ONLY_HERE(
            "the provider holds less than is recorded",
            "Sync the payment (force_sync=true); the authorization may have lapsed at the"
                    + " provider."),
    HELD_ONLY_AT_PROVIDER(
            "the provider holds more than is recorded",
            "Release it in the provider's portal, and settle it as unwanted money."),
    CAPTURED_ONLY_HERE(
            "the provider has captured less than is recorded",
            "Nobody will be paid the rest: compare with the provider's portal, and capture it"
                    + " there."),
    CAPTURED_ONLY_AT_PROVIDER(
            "the provider has captured more than is recorded",
            "Sync the payment (force_sync=true), which books it; else refund it in the portal."),
    REFUNDED_ONLY_HERE(
            "the provider has refunded less than is recorded",
            "The customer lacks it: look in the provider's portal, and refund it there."),
    REFUNDED_ONLY_AT_PROVIDER(
            "the provider has refunded more than is recorded",
            "Sync the payment (force_sync=true), which books it; ask the merchant who refunded"
                    + " it."),
    STILL_HELD(
            "the provider holds money of a payment that has ended",
            "Release it in the provider's portal, and settle it as unwanted money."),

    SETTLED_ONLY_AT_PROVIDER(
            "a line of a settlement file is about nothing that is known here",
            "Look up its reference in the provider's portal: somebody acted there by hand, or"
                    + " another system uses the account."),
    NOT_SETTLED(
            "something older than the days that are allowed is in no settlement file",
            "Check that no file is missing; then ask the provider for the money, with the"
                    + " reference."),
    SETTLED_AMOUNT(
            "a settlement file has another amount",
            "Compare with the provider's portal; the money that moved is the file's."),
    SETTLED_CURRENCY(
            "a settlement file has another currency",
            "Ask the provider whether it was converted: let it settle in the currency of the"
                    + " payment."),
    SETTLED_TWICE(
            "settlement files have it twice",
            "Remove a file that is there twice; else tell the provider, which will take it back."),
    SETTLEMENT_UNREADABLE(
            "a line of a settlement file cannot be read",
            "Correct the line or the file's format; what it says was not compared.");

    private final String meaning;
    private final String advice;

    ReconciliationRule(String meaning, String advice) {
        this.meaning = meaning;
        this.advice = advice;
    }

    public String meaning() {
        return meaning;
    }

    /** What the operator does. */
    public String advice() {
        return advice;
    }
}
