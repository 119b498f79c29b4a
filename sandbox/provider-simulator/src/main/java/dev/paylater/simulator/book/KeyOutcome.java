package dev.paylater.simulator.book;

import org.jspecify.annotations.Nullable;

/** How a write under an idempotency key ended. */
public sealed interface KeyOutcome {

    /** To be repeated for the key from now on. */
    record Recorded(ProviderAnswer answer, @Nullable String subject, @Nullable String paymentId)
            implements KeyOutcome {}

    /** Nothing was done under the key; it may be used again. */
    record Passing(ProviderAnswer answer) implements KeyOutcome {}

    ProviderAnswer answer();
}
