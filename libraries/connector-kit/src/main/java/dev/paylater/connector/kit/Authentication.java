package dev.paylater.connector.kit;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How a provider knows the account.
 *
 * @param attach puts the account's credentials on a call; throws {@link BadAccount} when the
 *     merchant did not give them
 * @param login gets a short-lived token, where the credentials are not enough
 */
public record Authentication(
        BiFunction<HttpCall, Account, HttpCall> attach, @Nullable Function<Account, Login> login) {

    /** A credential in a header of its own. */
    public static Authentication header(String name, String credential) {
        return new Authentication(
                (call, account) -> call.withHeader(name, account.credential(credential)), null);
    }

    public static Authentication bearer(String credential) {
        return new Authentication(
                (call, account) -> call.withBearer(account.credential(credential)), null);
    }

    public static Authentication basic(String user, String password) {
        return new Authentication(
                (call, account) ->
                        call.withBasicAuthorization(
                                account.credential(user), account.credential(password)),
                null);
    }

    /** OAuth 2 client credentials (RFC 6749 4.4) in a JSON body; the token is a bearer token. */
    public static Authentication clientCredentials(String path, String id, String secret) {
        return login(
                path,
                account ->
                        Body.of()
                                .put("grant_type", "client_credentials")
                                .put("client_id", account.credential(id))
                                .put("client_secret", account.credential(secret)),
                json ->
                        new Login.Token(
                                new Secret(Json.required(json, "/access_token")),
                                Duration.ofSeconds(Json.amount(json, "/expires_in"))));
    }

    /**
     * A bearer token for credentials in a JSON body.
     *
     * @param token reads it from an answer that is no error
     */
    public static Authentication login(
            String path,
            Function<Account, Body> credentials,
            Function<JsonNode, Login.Token> token) {
        return new Authentication(
                (call, account) -> {
                    // That the account cannot log in is noticed before anything is called.
                    Objects.requireNonNull(credentials.apply(account));
                    return call;
                },
                account ->
                        new Login(
                                HttpCall.of(HttpCall.Method.POST, path)
                                        .withJson(credentials.apply(account).json()),
                                answer -> token.apply(granted(answer)),
                                (call, given) -> call.withBearer(given.value())));
    }

    /** The same, with a header that the provider requires on every call. */
    public Authentication with(String name, Function<Account, String> value) {
        return new Authentication(
                (call, account) ->
                        attach.apply(call, account).withHeader(name, value.apply(account)),
                login);
    }

    private static JsonNode granted(HttpAnswer answer) {
        if (!answer.isSuccess()) {
            throw new UnreadableAnswer("login refused: " + answer);
        }
        return answer.json();
    }
}
