package dev.paylater.orchestrator.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What came of a request to a provider. An unknown outcome is one of them, never a fault. */
public sealed interface Verdict {

    /**
     * Done.
     *
     * @param amount the amount it is good for; null: the amount that was asked for
     * @param captured an authorization was captured in the same step
     */
    record Approved(@Nullable Long amount, boolean captured) implements Verdict {}

    /** Refused, with the attempt status that follows for an authorization. */
    record Declined(AttemptStatus status, ConnectorError error) implements Verdict {}

    /** The provider has it and has not decided. */
    record Pending(@Nullable Instant askAfter) implements Verdict {}

    /** Nobody knows whether the provider has it. */
    record Unknown(@Nullable String reason) implements Verdict {}

    record CustomerAction(NextAction action) implements Verdict {}

    record MerchantAction(@Nullable Long amount) implements Verdict {}

    /** The provider was asked and never heard of it. */
    record NotFound() implements Verdict {}

    /** No call was made. */
    record NotExecuted(@Nullable String reason) implements Verdict {}
}
