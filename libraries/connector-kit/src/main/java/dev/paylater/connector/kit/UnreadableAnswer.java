package dev.paylater.connector.kit;

/** A provider's answer says nothing that can be relied on: the outcome is unknown. */
public final class UnreadableAnswer extends RuntimeException {

    public UnreadableAnswer(String message) {
        super(message);
    }
}
