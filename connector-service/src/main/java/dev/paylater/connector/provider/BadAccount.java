package dev.paylater.connector.provider;

/** A connector account cannot be used as it is configured; calling will not help. */
public final class BadAccount extends RuntimeException {

    public BadAccount(String message) {
        super(message);
    }
}
