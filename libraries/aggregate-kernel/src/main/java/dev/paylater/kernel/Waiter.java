package dev.paylater.kernel;

/**
 * A command whose sender waits for its outcome, and where the answer goes.
 *
 * @param partition of the reply topic
 */
public record Waiter(String commandId, int partition, String correlationId) {}
