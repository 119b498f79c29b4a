package dev.paylater.api.error;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a request.
 *
 * @param param the field, for example {@code billing.address.country} or {@code
 *     order_details[0].amount}
 */
public record Problem(@Nullable String param, ErrorCode code, String message) {

    /** An answer repeats no more than this of what the sender wrote. */
    private static final int MAX_PARAM_CHARACTERS = 200;

    private static final int MAX_MESSAGE_CHARACTERS = 500;

    public Problem {
        param = param == null ? null : cut(param, MAX_PARAM_CHARACTERS);
        message = cut(message, MAX_MESSAGE_CHARACTERS);
    }

    /** The text, or its beginning where it is too long; a character is not cut in two. */
    static String cut(String text, int maxCharacters) {
        if (text.length() <= maxCharacters) {
            return text;
        }
        var end = maxCharacters - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
                + "\u2026";
    }

    public static Problem missing(String param) {
        return missing(param, param + " is required");
    }

    public static Problem missing(String param, String message) {
        return new Problem(param, ErrorCode.IR_04, message);
    }

    public static Problem malformed(String param, String expectation) {
        var name = cut(param, MAX_PARAM_CHARACTERS);
        return new Problem(name, ErrorCode.IR_05, name + " " + expectation);
    }

    public static Problem inconsistent(String param, String message) {
        return new Problem(param, ErrorCode.IR_06, message);
    }
}
