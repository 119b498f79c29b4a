package dev.paylater.simulator.payment;

import org.jspecify.annotations.Nullable;

/** An authorization on top of the first one. */
public record SimulatedIncrement(
        String id,
        String key,
        long additional,
        long previously,
        @Nullable String reason,
        long created) {}
