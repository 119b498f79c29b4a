package dev.paylater.messaging;

import org.jspecify.annotations.Nullable;

/** A record that will never be understood; it belongs among the dead letters. */
public final class UnreadableMessage extends RuntimeException {

    public UnreadableMessage(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
