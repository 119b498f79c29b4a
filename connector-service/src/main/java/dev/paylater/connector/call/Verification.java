package dev.paylater.connector.call;

import org.jspecify.annotations.Nullable;

/**
 * Whether a provider accepts an account's credentials, as far as a call that moves nothing shows.
 *
 * @param httpStatus what the provider answered; null without an answer
 * @param message for people
 */
public record Verification(Status status, @Nullable Integer httpStatus, String message) {

    /** What came of the call. */
    public enum Status {
        ACCEPTED,
        REFUSED,
        /** There was no answer to be read. */
        UNREACHABLE,
        /** There was an answer, which says neither. */
        UNCLEAR
    }

    /** Null when the call does not show it. */
    public @Nullable Boolean verified() {
        return switch (status) {
            case ACCEPTED -> true;
            case REFUSED -> false;
            case UNREACHABLE, UNCLEAR -> null;
        };
    }

    static Verification answered(Status status, int httpStatus) {
        var what =
                switch (status) {
                    case ACCEPTED ->
                            "The provider accepts the credentials: it answered that it does not"
                                    + " know a payment that does not exist";
                    case REFUSED ->
                            "The provider refuses the credentials: correct the account's"
                                    + " credentials or settings";
                    case UNREACHABLE, UNCLEAR ->
                            "The provider's answer does not show whether it accepts the"
                                    + " credentials: look at the account's base_url and settings";
                };
        return new Verification(status, httpStatus, what);
    }

    static Verification unreachable(String reason) {
        return new Verification(
                Status.UNREACHABLE,
                null,
                "The provider gave no answer (" + reason + "): look at base_url, or try again");
    }

    /** What the connector declares is missing. */
    static Verification incomplete(String reason) {
        return new Verification(Status.REFUSED, null, "The provider was not called: " + reason);
    }

    public static Verification undeclared() {
        return new Verification(
                Status.UNCLEAR,
                null,
                "The connector has no call that would show it without moving something");
    }

    public static Verification sealed() {
        return new Verification(
                Status.UNCLEAR,
                null,
                "The stored credentials cannot be decrypted: send them again");
    }

    public static Verification overdue(long seconds) {
        return unreachable("none within " + seconds + " s");
    }
}
