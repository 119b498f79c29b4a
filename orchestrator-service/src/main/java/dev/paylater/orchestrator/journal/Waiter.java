package dev.paylater.orchestrator.journal;

/** A command whose sender waits for its outcome, and where the answer goes. */
public record Waiter(String commandId, int partition, String correlationId) {}
