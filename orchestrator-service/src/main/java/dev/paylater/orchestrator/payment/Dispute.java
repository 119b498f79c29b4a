package dev.paylater.orchestrator.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A customer's or bank's objection, as the provider reports it. */
public record Dispute(
        String disputeId,
        String disputeStage,
        String disputeStatus,
        long amount,
        String currency,
        String connector,
        String connectorDisputeId,
        @Nullable String connectorStatus,
        @Nullable String connectorReason,
        @Nullable String connectorReasonCode,
        @Nullable Instant challengeRequiredBy,
        @Nullable Instant connectorCreatedAt,
        @Nullable Instant connectorUpdatedAt,
        Instant createdAt) {}
