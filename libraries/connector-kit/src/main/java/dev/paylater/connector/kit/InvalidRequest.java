package dev.paylater.connector.kit;

import org.jspecify.annotations.Nullable;

/**
 * Something that the provider requires is missing, or more than it takes: the operation is refused
 * without a call.
 */
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

    /**
     * What this provider takes no more of, and what would be another's if it were cut.
     *
     * @throws InvalidRequest when it is longer
     */
    public static @Nullable String within(
            int longest, @Nullable String text, String provider, String what) {
        if (text != null && text.length() > longest) {
            throw new InvalidRequest(
                    "%s takes at most %s characters of the customer's %s."
                            .formatted(provider, longest, what));
        }
        return text;
    }
}
