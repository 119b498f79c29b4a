package dev.paylater.connector.kit;

import dev.paylater.connector.kit.HttpCall.Method;

/**
 * How a provider is called, and how it says that something is wrong: the same for all of its
 * requests.
 *
 * @param prefix what all paths begin with, as {@code /api/v1}
 */
public record Api(String prefix, Authentication authentication, Errors errors) {

    /**
     * A request.
     *
     * @param template a path in which {@code {payment}}, {@code {attempt}}, {@code {key}}, {@code
     *     {transaction}}, {@code {capture}}, {@code {mandate}} and {@code {state.NAME}} stand for
     *     what the context knows by that name
     */
    public Request get(String template) {
        return Request.of(this, Method.GET, template);
    }

    public Request post(String template) {
        return Request.of(this, Method.POST, template);
    }

    public Request put(String template) {
        return Request.of(this, Method.PUT, template);
    }

    public Request patch(String template) {
        return Request.of(this, Method.PATCH, template);
    }

    public Request delete(String template) {
        return Request.of(this, Method.DELETE, template);
    }
}
