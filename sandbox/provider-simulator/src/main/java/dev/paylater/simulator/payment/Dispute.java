package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** A dispute, moved by tests. Stage and status are those of the payment interface. */
@RecordBuilder
public record Dispute(
        String id,
        long amount,
        String stage,
        String status,
        @Nullable String connectorStatus,
        @Nullable String reason,
        @Nullable String reasonCode,
        @Nullable String challengeRequiredBy,
        long created,
        long updated)
        implements DisputeBuilder.With {}
