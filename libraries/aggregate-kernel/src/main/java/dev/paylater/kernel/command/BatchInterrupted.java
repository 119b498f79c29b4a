package dev.paylater.kernel.command;

/** A batch is polled again, since its partitions or its documents may be somebody else's. */
public final class BatchInterrupted extends RuntimeException {

    BatchInterrupted(String message) {
        super(message);
    }
}
