package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** A request to authorize more. Amounts are totals. */
@RecordBuilder
public record Increment(
        String authorizationId,
        long amount,
        long previouslyAuthorizedAmount,
        Status status,
        @Nullable String reason,
        @Nullable ProviderError error)
        implements IncrementBuilder.With {

    /** Where an increment stands. */
    public enum Status {
        PROCESSING,
        SUCCESS,
        FAILURE
    }
}
