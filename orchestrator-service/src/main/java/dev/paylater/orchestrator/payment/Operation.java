package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something under way at a provider. It is recorded before the provider is called, carries the key
 * under which every repetition is made, and always has a time at which it is asked about.
 *
 * @param operationId derived from payment, attempt, kind and sequence; also the idempotency key
 * @param amount minor units; for an increment the new total
 * @param nextAskAt when to ask the provider what became of it
 * @param asks how often it was asked
 * @param repeatedAt when the request was sent once more, for the last time so far
 * @param awaitingAnswer whether a request or question is out that was not answered yet
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
        Instant nextAskAt,
        int asks,
        @Nullable Instant repeatedAt,
        boolean awaitingAnswer,
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
        /** A question about an authorization that is not under way. */
        CHECK;

        boolean authorizes() {
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
        /** Because the provider approved what had already ended: nobody wants it any more. */
        LATE_APPROVAL,
        /** Because the provider may see it differently; asked until it has said so. */
        DOUBT
    }

    boolean repeated() {
        return repeatedAt != null;
    }

    /** Whether nothing has been heard of it yet, so that a request not made means none was. */
    boolean isUnheardOf() {
        return asks == 0 && awaitingAnswer;
    }

    /** Whether the payment's own status waits for it. */
    boolean concernsStatus() {
        return purpose != Purpose.LATE_APPROVAL && kind != Kind.CHECK;
    }
}
