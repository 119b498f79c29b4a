package dev.paylater.api.store;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How much of a list is wanted. */
public final class Page {

    /** Digits of other scripts are numbers to Java and to no client's generator. */
    private static final Pattern FORM = Pattern.compile("[0-9]{1,3}");

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_LIMIT = 100;

    private Page() {}

    /** A limit as it stands in a query. */
    public static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        if (FORM.matcher(text).matches()) {
            var limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MAX_LIMIT) {
                return limit;
            }
        }
        throw ApiException.of(
                Problem.inconsistent("limit", "limit must be a number from 1 to " + MAX_LIMIT));
    }
}
