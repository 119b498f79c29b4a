package dev.paylater.connector.kit;

/** A text that does not show itself in logs and messages. */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
