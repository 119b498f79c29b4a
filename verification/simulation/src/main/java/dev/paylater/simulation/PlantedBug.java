package dev.paylater.simulation;

/**
 * Mistakes that the simulation must find. They are made in what surrounds the real code here
 * (stores, log, network, loops); the services themselves know none of them.
 */
enum PlantedBug {
    VERSION_NOT_CHECKED("a payment is written whatever its version is"),
    REFUND_VERSION_NOT_CHECKED("a refund is written whatever its version is"),
    COMMIT_BEFORE_EFFECT("the orchestrator commits a batch that has not taken effect"),
    REFUND_COMMIT_BEFORE_EFFECT("refund-service commits a batch that has not taken effect"),
    COMMIT_BEFORE_DURABLE("commands are committed although what was sent for them may be lost"),
    NEW_KEY_ON_RETRY("every call to a provider gets an idempotency key of its own"),
    NEW_REFUND_KEY_ON_RETRY("every call for a refund gets an idempotency key of its own"),
    HANDLED_COMMANDS_FORGOTTEN("the journal does not tell which commands were handled"),
    RESERVATION_FORGOTTEN("a refund is executed and its reservation is not kept"),
    TIMEOUT_IS_DECLINE("a lost answer counts as a decline"),
    TIMEOUT_IS_APPROVAL("a lost answer counts as an approval"),
    UNKNOWN_REFUND_FAILS("a refund whose answer was lost counts as failed"),
    LATE_APPROVAL_IGNORED("an approval after the end is ignored instead of voided"),
    UNWANTED_MONEY_FORGOTTEN("unwanted money is given up once the provider has refused a void"),
    FINAL_STATUS_OVERWRITTEN("a late approval overwrites the final status"),
    DEADLINES_MISSED("nobody looks at the payments' due times"),
    REFUND_DEADLINES_MISSED("nobody looks at the refunds' due times"),
    SECOND_EVENT_DROPPED("only the first event of a kind is published per payment"),
    NEW_MESSAGE_ID_ON_RESEND("an event that is sent again gets another message id"),
    RETURN_PARAMETERS_TRUSTED("the customer's return counts as the provider's approval"),
    RELEASE_SKIPPED("the rest is not released at the provider after a partial capture"),
    REFUSAL_FORGOTTEN("the document does not tell which commands were refused"),
    UNCONFIRMED_WRITE_READ("what the primary alone has is read as if it could not be lost"),
    DECIDED_ON_MAJORITY_READ("what is decided without a write may miss one that becomes durable"),
    FAILED_WRITE_TAKEN_AS_MADE("a write that the store did not confirm counts as made"),
    CONFLICT_TAKEN_AS_MADE("a write that met another version counts as made"),
    FAILED_SEND_TAKEN_AS_MADE("a record that the log did not acknowledge counts as sent"),
    PARTITION_READ_FROM_ITS_END("whoever gets a partition begins with what comes next"),
    REFUSED_ACCOUNT_IS_DECLINE("refused credentials count as a decline of the payment"),
    REFUND_NOT_FOUND_IS_DECLINE("a refund that the provider does not find yet counts as failed"),
    FORGED_WEBHOOK_TRUSTED("a webhook's signature is not checked"),
    CHANGE_NOTIFIED_IGNORED("a webhook that only says that something has changed is ignored"),
    FOUND_CAPTURE_IGNORED("what a provider has captured by itself is not booked"),
    FOUND_REFUND_IGNORED("what a provider has refunded by itself is not booked"),
    FOUND_REFUND_EXECUTED("what a provider has refunded by itself is refunded once more"),
    REFUND_HANDED_OVER_ONCE("a refund whose message became a dead letter is not handed over again"),
    CURRENCY_IS_EURO("providers are asked for euros, whatever the currency is"),
    NOT_INQUIRED_FIRST("a provider that knows no keys is not inquired before a retry"),
    LEASE_IGNORED("at a provider without keys a delivery acts while another may be under way"),
    ENDS_NEVER_LEARNED("what came behind an assignment counts as tried before, for good"),
    BREAKER_NEVER_CLOSES("an account whose calls were lost is never called again"),
    RATE_NEVER_RENEWED("calls per second are counted from the first second on"),
    SIZES_NOT_ADDED_UP("what a payment carries together is bounded by nothing"),
    TOO_LARGE_IS_RETRIED("what is too large for a message is tried again for ever"),
    UNKNOWN_FIELDS_DROPPED("an older version writes only what it knows"),
    ANSWERS_MIXED_UP("an answer goes to whoever was answered before"),
    REFUND_PARTS_SHARE_A_KEY("a part of a refund has the key of another refund's first part"),
    CURRENCY_OF_PAYMENT("providers are asked in the currency that was named last, refused or not"),
    CAPTURE_NOT_MADE_IS_BOOKED("a capture that the provider has refused counts as made"),
    CAPTURE_TYPE_NOT_READ("what is settled directly is captured at the provider as well"),
    SECOND_LATE_MONEY_IGNORED("late money is dropped while other late money is given back"),
    APPROVED_AMOUNT_BELIEVED("more than was asked for is held, because the provider says so"),
    TURNED_REFUND_IGNORED("what a provider says of a refund after its end reaches nobody"),
    DISPUTED_MONEY_REFUNDED("a dispute that is lost leaves its money to be refunded"),
    NOT_FOUND_AT_PAGE_IS_DECLINE("a payment that the provider does not find counts as declined"),
    INCREMENT_SHRINKS("an older increment's answer is taken for a newer one's"),
    SHIPMENT_LOST_IS_TAKEN("a shipment whose answer was lost counts as known to the provider");

    private final String mistake;

    PlantedBug(String mistake) {
        this.mistake = mistake;
    }

    String mistake() {
        return mistake;
    }
}
