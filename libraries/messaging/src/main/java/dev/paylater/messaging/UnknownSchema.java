package dev.paylater.messaging;

/** A record names a schema that the registry does not know, or does not know yet. */
public final class UnknownSchema extends RuntimeException {

    public UnknownSchema(String message) {
        super(message);
    }
}
