package dev.paylater.api.store;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import org.jspecify.annotations.Nullable;

/** How much of a list is wanted. */
public final class Page {

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_LIMIT = 100;

    private Page() {}

    /** A limit as it stands in a query. */
    public static int limit(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return DEFAULT_LIMIT;
        }
        try {
            var limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MAX_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException _) {
            // The same answer as for a number out of range.
        }
        throw ApiException.of(
                Problem.inconsistent("limit", "limit must be a number from 1 to " + MAX_LIMIT));
    }
}
