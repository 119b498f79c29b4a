package dev.paylater.refund.core;

import org.jspecify.annotations.Nullable;

/**
 * One request that a refund needs at the provider, as it was planned.
 *
 * @param operationId derived from attempt and refund; also the idempotency key of every repetition
 * @param captureId the capture that it gives back from; absent where the provider does not care
 * @param amount minor units
 */
public record Allocation(
        String operationId,
        @Nullable String captureId,
        @Nullable String connectorCaptureId,
        long amount) {}
