package dev.paylater.simulator.book;

import org.jspecify.annotations.Nullable;

/**
 * A write that the provider has decided, under the caller's idempotency key. Type is the dialect's
 * word for it, subject the id of what came of it.
 */
public record KeyedOperation(
        String account,
        String key,
        String type,
        String fingerprint,
        @Nullable String subject,
        @Nullable String paymentId,
        long created,
        ProviderAnswer answer) {}
