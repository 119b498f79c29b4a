package dev.paylater.kit.kafka;

import org.jspecify.annotations.Nullable;

/** A record that will never be understood; it belongs among the dead letters. */
public final class UnreadableMessage extends RuntimeException {

    UnreadableMessage(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
