package dev.paylater.kernel.store;

/** A document that this version does not understand; a newer one has written it. */
public final class UnreadableDocument extends RuntimeException {

    public UnreadableDocument(String id, String why, Throwable cause) {
        super("The document of %s cannot be read: %s".formatted(id, why), cause);
    }
}
