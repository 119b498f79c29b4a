package dev.paylater.e2e.bench;

/** An answer that counts as an error in a measurement. */
final class UnexpectedAnswer extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 300;

    UnexpectedAnswer(int status, String text) {
        super("HTTP " + status + ": " + text.substring(0, Math.min(SHOWN, text.length())));
    }
}
