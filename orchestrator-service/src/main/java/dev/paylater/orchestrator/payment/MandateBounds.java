package dev.paylater.orchestrator.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a mandate may be used for.
 *
 * @param singleUse pays once; otherwise any number of times
 * @param amount the most that one payment may take, minor units
 */
public record MandateBounds(
        boolean singleUse,
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable Instant startDate,
        @Nullable Instant endDate) {}
