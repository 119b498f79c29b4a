package dev.paylater.messaging;

/** Dead letters that cannot be put back; nothing was. The message says what to do about it. */
public final class ReplayRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReplayRefused(String message) {
        super(message);
    }
}
