package dev.paylater.provider;

import org.jspecify.annotations.Nullable;

/**
 * What the provider's books say of one authorization, by whomever it was done: by our requests, in
 * the provider's portal or by an automatism of its own.
 *
 * @param captured minor units, before refunds
 * @param refunded minor units
 * @param released minor units that were authorized and can no longer be captured; null where the
 *     provider does not show that
 */
public record ProviderBooks(long captured, long refunded, @Nullable Long released) {

    public ProviderBooks(long captured, long refunded) {
        this(captured, refunded, null);
    }
}
