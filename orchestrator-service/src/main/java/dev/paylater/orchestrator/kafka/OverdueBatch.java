package dev.paylater.orchestrator.kafka;

/** A poll took so long that its partitions may meanwhile belong to another process. */
public final class OverdueBatch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OverdueBatch() {
        super("The batch took too long; what is left of it is polled again");
    }
}
