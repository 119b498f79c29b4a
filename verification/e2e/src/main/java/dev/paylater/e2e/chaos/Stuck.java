package dev.paylater.e2e.chaos;

/** Something did not settle in any reasonable time. */
final class Stuck extends RuntimeException {

    private static final long serialVersionUID = 1;

    Stuck(String message) {
        super(message);
    }

    Stuck(String message, Throwable cause) {
        super(message, cause);
    }
}
