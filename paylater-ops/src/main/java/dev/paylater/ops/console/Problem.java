package dev.paylater.ops.console;

/**
 * Something the person at the keyboard can act on; its message is printed without a stack trace.
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Problem(String message) {
        super(message);
    }

    public Problem(String message, Throwable cause) {
        super(message, cause);
    }
}
