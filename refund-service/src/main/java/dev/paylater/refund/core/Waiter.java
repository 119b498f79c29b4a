package dev.paylater.refund.core;

/**
 * Somebody who waits for the answer to a command.
 *
 * @param partition of the reply topic
 * @param correlationId finds the request that waits
 */
public record Waiter(int partition, String correlationId) {}
