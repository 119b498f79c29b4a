package dev.paylater.messaging;

/** A record names a schema that nobody registered. */
public final class UnknownSchema extends RuntimeException {

    public UnknownSchema(String message) {
        super(message);
    }
}
