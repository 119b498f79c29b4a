package dev.paylater.connector.kit;

/** A connector account cannot be used as it is configured; calling will not help. */
public final class BadAccount extends RuntimeException {

    public BadAccount(String message) {
        super(message);
    }
}
