package dev.paylater.ops.settlement;

import dev.paylater.ops.settlement.Line.Kind;
import java.util.List;

/**
 * A capture or refund of ours that a provider settles.
 *
 * @param id ours
 * @param own what names it at the provider and here
 * @param amount minor units
 * @param atMillis when it was made, in milliseconds since 1970
 * @param mustBe false of what may be in a file and need not: its end is not known
 */
public record Settled(
        Kind kind,
        String id,
        List<String> own,
        long amount,
        String currency,
        long atMillis,
        boolean mustBe) {}
