package dev.paylater.provider;

/**
 * What the provider's books say of one authorization, by whomever it was done: by our requests, in
 * the provider's portal or by an automatism of its own.
 *
 * @param captured minor units, before refunds
 * @param refunded minor units
 */
public record ProviderBooks(long captured, long refunded) {}
