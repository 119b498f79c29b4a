package dev.paylater.messaging;

/** Kafka does not answer, or does not let this login look at dead letters. */
public final class DeadLettersUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeadLettersUnavailable(Throwable cause) {
        super("Kafka refuses: " + cause.getMessage(), cause);
    }
}
