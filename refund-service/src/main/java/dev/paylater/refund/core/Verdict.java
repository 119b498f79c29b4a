package dev.paylater.refund.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What came of a request to a provider. An unknown outcome is one of them, never a fault. */
public sealed interface Verdict {

    /**
     * Given back.
     *
     * @param amount the amount it is good for; null: the amount that was asked for
     */
    record Approved(@Nullable Long amount) implements Verdict {}

    record Declined(ConnectorError error) implements Verdict {}

    /**
     * The provider has it and has not decided.
     *
     * @param askAfter when the provider wants to be asked
     */
    record Pending(@Nullable Instant askAfter) implements Verdict {}

    /** A human decides at the provider. */
    record InReview() implements Verdict {}

    /**
     * Nobody knows whether the provider has it.
     *
     * @param askAfter when the provider wants to be asked
     */
    record Unknown(@Nullable Instant askAfter) implements Verdict {}

    /** The provider was asked and never heard of it. */
    record NotFound() implements Verdict {}

    /** No call was made. */
    record NotExecuted() implements Verdict {}
}
