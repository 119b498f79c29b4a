package dev.paylater.e2e;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests as the interface describes them, but for one field or query parameter that it can
 * be told to leave out of all of them: what is seen then must not be what is seen with it.
 */
record Caller(@Nullable String leftOut) {

    /** Leaves out nothing. */
    static final Caller COMPLETE = new Caller(null);

    ApiAnswer post(String path, String body) {
        return post(MerchantClient.SANDBOX, path, body);
    }

    ApiAnswer post(MerchantClient as, String path, String body) {
        return as.post(path("post", path), body("post", path, body));
    }

    ApiAnswer get(String path) {
        return get(MerchantClient.SANDBOX, path);
    }

    ApiAnswer get(MerchantClient as, String path) {
        return as.get(path("get", path));
    }

    /** With a body, which retrieve and its like take. */
    ApiAnswer get(MerchantClient as, String path, String body) {
        return as.get(path("get", path), body("get", path, body));
    }

    ApiAnswer administer(String path, String body) {
        return MerchantClient.NOBODY.post(
                path,
                body("post", path, body),
                Map.of(MerchantClient.ADMIN_HEADER, MerchantClient.ADMIN_KEY));
    }

    ApiAnswer inspect(String path) {
        return MerchantClient.inspect(path("get", path));
    }

    private String body(String method, String path, String body) {
        return leftOut == null ? body : Described.API.without(leftOut, method, path, body);
    }

    private String path(String method, String path) {
        return leftOut == null ? path : Described.API.withoutParameter(leftOut, method, path);
    }
}
