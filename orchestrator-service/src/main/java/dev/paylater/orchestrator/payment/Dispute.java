package dev.paylater.orchestrator.payment;

import java.time.Instant;
import java.util.List;
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
        Instant createdAt) {

    /** Of a stage, in their order; every other status ends it. */
    static final List<String> OPEN = List.of("dispute_opened", "dispute_challenged");

    boolean isOpen() {
        return OPEN.contains(disputeStatus);
    }
}
