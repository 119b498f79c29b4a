package dev.paylater.ops.console;

/**
 * Something the person at the keyboard can act on; its message is printed without a stack trace.
 */
public final class UserProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UserProblem(String message) {
        super(message);
    }

    public UserProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
