package dev.paylater.refund.core;

import org.jspecify.annotations.Nullable;

/**
 * A capture that money can be given back from.
 *
 * @param amount what was captured, minor units; refunds of it are not subtracted
 */
public record RefundableCapture(
        String captureId, @Nullable String connectorCaptureId, long amount) {}
