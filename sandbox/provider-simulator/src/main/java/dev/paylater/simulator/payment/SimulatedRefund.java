package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One refund and the parts of captures that it gives back. */
@RecordBuilder
public record SimulatedRefund(
        String id,
        String key,
        long amount,
        PartStatus standing,
        List<Part> parts,
        @Nullable String reason,
        @Nullable String reference,
        @Nullable ProviderFailure failure,
        long created)
        implements SimulatedRefundBuilder.With {

    public record Part(String captureId, long amount) {}
}
