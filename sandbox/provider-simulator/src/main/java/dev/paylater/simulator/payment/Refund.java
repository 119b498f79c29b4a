package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One refund and the parts of captures that it gives back. */
@RecordBuilder
public record Refund(
        String id,
        String key,
        long amount,
        PartStatus standing,
        List<Part> parts,
        @Nullable String reason,
        @Nullable String reference,
        @Nullable Failure failure,
        long created)
        implements RefundBuilder.With {

    public record Part(String captureId, long amount) {}
}
