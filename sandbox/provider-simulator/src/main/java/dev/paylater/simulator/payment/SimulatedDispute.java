package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A dispute, moved by tests and by the merchant. Stage and status are those of the payment
 * interface.
 *
 * @param evidence what the merchant contests it with
 */
@RecordBuilder
public record SimulatedDispute(
        String id,
        long amount,
        String stage,
        String status,
        @Nullable String connectorStatus,
        @Nullable String reason,
        @Nullable String reasonCode,
        @Nullable String challengeRequiredBy,
        @Nullable ObjectNode evidence,
        long created,
        long updated)
        implements SimulatedDisputeBuilder.With {}
