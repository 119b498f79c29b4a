package dev.paylater.connector.kit;

/** Something that the provider requires is missing: the operation is refused without a call. */
public final class InvalidRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidRequest(String message) {
        super(message);
    }
}
