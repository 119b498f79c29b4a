package dev.paylater.kit.kafka;

/** A record names a schema that nobody registered. */
final class UnknownSchema extends RuntimeException {

    UnknownSchema(String message) {
        super(message);
    }
}
