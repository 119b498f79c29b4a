package dev.paylater.connector.kit;

import org.jspecify.annotations.Nullable;

/** Something that the provider requires is missing: the operation is refused without a call. */
public final class InvalidRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidRequest(String message) {
        super(message);
    }

    /**
     * What this provider needs of the customer.
     *
     * @throws InvalidRequest when the merchant did not give it
     */
    public static String required(@Nullable String text, String provider, String what) {
        if (text == null) {
            throw new InvalidRequest(provider + " needs the customer's " + what + ".");
        }
        return text;
    }
}
