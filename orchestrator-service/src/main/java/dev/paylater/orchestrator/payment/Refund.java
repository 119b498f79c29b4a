package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Money reserved to be given back, and what became of it. refund-service does the rest. */
@RecordBuilder
public record Refund(
        String refundId,
        int sequence,
        Status status,
        long amount,
        @Nullable String reason,
        Map<String, String> details,
        @Nullable ConnectorError error,
        String attemptId,
        Instant createdAt,
        Instant updatedAt)
        implements RefundBuilder.With {

    /** The refund statuses of the interface. */
    public enum Status {
        PENDING,
        REVIEW,
        SUCCEEDED,
        FAILED;

        boolean isFinal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }
}
