package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** One capture, in minor units of the payment's currency. Its key is the caller's. */
@RecordBuilder
public record SimulatedCapture(
        String id,
        String key,
        long amount,
        PartStatus standing,
        long refunded,
        @Nullable String reference,
        @Nullable ProviderFailure failure,
        long created)
        implements SimulatedCaptureBuilder.With {}
