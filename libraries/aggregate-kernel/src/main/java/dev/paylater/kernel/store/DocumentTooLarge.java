package dev.paylater.kernel.store;

/** A document that the store will never take. */
public final class DocumentTooLarge extends RuntimeException {

    public DocumentTooLarge(String id, long bytes) {
        super("The document of %s would have %s bytes".formatted(id, bytes));
    }
}
