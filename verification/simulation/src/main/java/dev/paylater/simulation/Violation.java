package dev.paylater.simulation;

/** A promise was broken. An error, so that nothing on the way up takes it for a mere failure. */
final class Violation extends Error {

    private static final long serialVersionUID = 1L;

    Violation(String promise) {
        super(promise, null, false, false);
    }

    @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are no dependency here
    static void unless(boolean kept, String promise, Object... details) {
        if (!kept) {
            throw new Violation(promise.formatted(details));
        }
    }
}
