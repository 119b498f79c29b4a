package dev.paylater.connector.kit;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How a connector gets a short-lived token and puts it on its calls.
 *
 * @param call gets the token; has no other effect
 * @param attach puts the token on a call
 */
public record Login(
        HttpCall call,
        Function<HttpAnswer, Token> read,
        BiFunction<HttpCall, Secret, HttpCall> attach) {

    /**
     * A token.
     *
     * @param lifetime for how long it may be used
     */
    public record Token(Secret value, Duration lifetime) {}
}
