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

    Answer post(String path, String body) {
        return post(Merchant.SANDBOX, path, body);
    }

    Answer post(Merchant as, String path, String body) {
        return as.post(path("post", path), body("post", path, body));
    }

    Answer get(String path) {
        return get(Merchant.SANDBOX, path);
    }

    Answer get(Merchant as, String path) {
        return as.get(path("get", path));
    }

    /** With a body, which retrieve and its like take. */
    Answer get(Merchant as, String path, String body) {
        return as.get(path("get", path), body("get", path, body));
    }

    Answer administer(String path, String body) {
        return Merchant.NOBODY.post(
                path, body("post", path, body), Map.of(Merchant.ADMIN_HEADER, Merchant.ADMIN_KEY));
    }

    Answer inspect(String path) {
        return Merchant.inspect(path("get", path));
    }

    private String body(String method, String path, String body) {
        return leftOut == null ? body : Described.API.without(leftOut, method, path, body);
    }

    private String path(String method, String path) {
        return leftOut == null ? path : Described.API.withoutParameter(leftOut, method, path);
    }
}
