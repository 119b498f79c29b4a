package dev.paylater.kernel.command;

import dev.paylater.kit.kafka.Incoming;

/** A command as it came in. */
public interface Received {

    Incoming message();

    /** The document that it is for. */
    String documentId();

    /** Whether it is the first command for a document, which is therefore not looked for. */
    default boolean creates() {
        return false;
    }

    /** Its order among other commands is kept by this. */
    default String partitionKey() {
        return message().key();
    }

    default String commandId() {
        return message().messageId();
    }
}
