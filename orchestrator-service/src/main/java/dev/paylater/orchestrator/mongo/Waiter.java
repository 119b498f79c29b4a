package dev.paylater.orchestrator.mongo;

/** A command whose sender waits for its outcome, and where the answer goes. */
public record Waiter(String commandId, int partition, String correlationId) {}
