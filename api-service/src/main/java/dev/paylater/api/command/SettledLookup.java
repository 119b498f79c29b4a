package dev.paylater.api.command;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Looks at the store for what a reply would have carried: a reply is lost when the instance that it
 * was for has died and another one carries on.
 */
@FunctionalInterface
public interface SettledLookup {

    /** The document, once the command has been dealt with. */
    Optional<ByteBuffer> settledDocument();
}
