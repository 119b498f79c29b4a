package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something under way at a provider. It is recorded before the provider is called, carries the key
 * under which every retry is made, and always has a time of its next status inquiry.
 *
 * @param operationId derived from payment, attempt, kind and sequence; also the idempotency key
 * @param amount minor units; for an increment the new total
 * @param nextInquiryAt when to ask the provider what became of it
 * @param inquiries how often it was asked
 * @param retriedAt when the request was sent once more, for the last time so far
 * @param awaitingAnswer whether a request or inquiry is out that was not answered yet
 * @param accountRefused whether the provider refuses the account's credentials; raises an alarm
 * @param details fields of the request for the connector: interface name to JSON text
 */
@RecordBuilder
public record Operation(
        String operationId,
        Kind kind,
        String attemptId,
        int sequence,
        long amount,
        Purpose purpose,
        Instant requestedAt,
        Instant nextInquiryAt,
        int inquiries,
        @Nullable Instant retriedAt,
        boolean awaitingAnswer,
        boolean accountRefused,
        Map<String, String> details)
        implements OperationBuilder.With {

    /** What is to be done at the provider. */
    public enum Kind {
        AUTHORIZE,
        COMPLETE_AUTHORIZE,
        AUTHENTICATE,
        APPROVE,
        CAPTURE,
        VOID,
        RELEASE,
        INCREMENT,
        ACCEPT_DISPUTE,
        CHALLENGE_DISPUTE,
        /** Tells of goods that were handed to a carrier. */
        SHIP,
        /** A status inquiry about an authorization that is not under way. */
        INQUIRY;

        public boolean authorizes() {
            return this == AUTHORIZE || this == COMPLETE_AUTHORIZE;
        }
    }

    /** Why it is done; decides what follows from its end. */
    public enum Purpose {
        /** Because the merchant or customer asked for it. */
        REQUESTED,
        /** Because the customer did not come back in time. */
        EXPIRY,
        /** Because the merchant rejected the payment in review. */
        REJECTION,
        /** Because the provider approved what had already ended: unwanted money. */
        LATE_APPROVAL,
        /** Because merchant and customer have settled between themselves what is held. */
        SETTLED_DIRECTLY,
        /** Because the provider's record may differ; asked until the two agree. */
        RECONCILIATION
    }

    /** When its request was sent for the last time so far. */
    public Instant sentAt() {
        return retriedAt == null ? requestedAt : retriedAt;
    }

    public boolean retried() {
        return retriedAt != null;
    }

    /** Whether no result of it has come yet, so that a request not made means none was. */
    public boolean hasNoResultYet() {
        return inquiries == 0 && awaitingAnswer;
    }

    public boolean isReconciliation() {
        return kind == Kind.INQUIRY && purpose == Purpose.RECONCILIATION;
    }

    /** Whether the provider is asked until it has answered, rather than once. */
    public boolean isInquiredUntilAnswered() {
        return kind != Kind.INQUIRY || isReconciliation();
    }

    /** Whether it changes what is held or taken, so that the payment's status waits for it. */
    public boolean changesHold() {
        return switch (kind) {
            case APPROVE, CAPTURE, VOID, RELEASE, INCREMENT ->
                    purpose != Purpose.LATE_APPROVAL && purpose != Purpose.SETTLED_DIRECTLY;
            case AUTHORIZE,
                    COMPLETE_AUTHORIZE,
                    AUTHENTICATE,
                    ACCEPT_DISPUTE,
                    CHALLENGE_DISPUTE,
                    SHIP,
                    INQUIRY ->
                    false;
        };
    }

    /** Whether it only tells the provider something: nothing of the money waits for its end. */
    public boolean isAside() {
        return kind == Kind.SHIP;
    }
}
