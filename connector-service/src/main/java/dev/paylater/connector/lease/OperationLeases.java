package dev.paylater.connector.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which delivery may act for an operation, whatever process it is in. A collection in production,
 * memory in the simulation.
 */
public interface OperationLeases {

    /** What came of asking for a lease. */
    sealed interface Claim {

        /**
         * It is the asking delivery's.
         *
         * @param first nobody ever had one for this operation
         */
        record Taken(boolean first) implements Claim {}

        /** Another delivery has it, and may act until then. */
        record Held(Instant until) implements Claim {}
    }

    /**
     * Takes the lease of an operation that nobody holds now.
     *
     * @param operation {@code merchant_id/operation_id}
     * @param holder names the delivery; one that asks again, having lost the answer, has it
     * @param until when the holder can certainly not act any more
     */
    Claim take(String operation, String holder, Instant now, Instant until);

    /** Lets the holder's lease end at another time; another's is left as it is. */
    void endAt(String operation, String holder, Instant until);

    /** The end of the latest lease, or null where there was none. */
    @Nullable Instant heldUntil(String operation);
}
