package dev.paylater.oneprocess;

/** A part has not started, and so nothing runs. */
final class PartFailed extends Exception {
    private static final long serialVersionUID = 1L;

    PartFailed(ProcessPart part, Throwable cause) {
        super(part.label() + " does not start: " + cause.getMessage(), cause);
    }
}
