package dev.paylater.messaging;

import org.jspecify.annotations.Nullable;

/** The schema registry cannot answer now; trying again later can help. */
public final class RegistryUnavailable extends RuntimeException {

    public RegistryUnavailable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
