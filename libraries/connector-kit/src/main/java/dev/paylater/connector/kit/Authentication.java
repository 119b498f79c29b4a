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

    private static final String GRANT_TYPE = "grant_type";
    private static final String CLIENT_CREDENTIALS = "client_credentials";

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
                                .put(GRANT_TYPE, CLIENT_CREDENTIALS)
                                .put("client_id", account.credential(id))
                                .put("client_secret", account.credential(secret)),
                Authentication::token);
    }

    /** Client credentials as RFC 6749 2.3.1 prefers them: HTTP Basic, and a form. */
    public static Authentication basicClientCredentials(String path, String id, String secret) {
        var basic = basic(id, secret);
        return login(
                (call, account) ->
                        basic.attach()
                                .apply(call, account)
                                .withForm(GRANT_TYPE, CLIENT_CREDENTIALS),
                path,
                Authentication::token);
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
        return login(
                (call, account) -> call.withJson(credentials.apply(account).json()), path, token);
    }

    private static Authentication login(
            BiFunction<HttpCall, Account, HttpCall> identified,
            String path,
            Function<JsonNode, Login.Token> token) {
        var login = HttpCall.of(HttpCall.Method.POST, path);
        return new Authentication(
                (call, account) -> {
                    // That the account cannot log in is noticed before anything is called.
                    Objects.requireNonNull(identified.apply(login, account));
                    return call;
                },
                account ->
                        new Login(
                                identified.apply(login, account),
                                answer -> token.apply(granted(answer)),
                                (call, given) -> call.withBearer(given.value())));
    }

    /** This authentication and a header that the provider requires on every call. */
    public Authentication with(String name, Function<Account, String> value) {
        return new Authentication(
                (call, account) ->
                        attach.apply(call, account).withHeader(name, value.apply(account)),
                login);
    }

    private static Login.Token token(JsonNode json) {
        return new Login.Token(
                new Secret(Json.required(json, "/access_token")),
                Duration.ofSeconds(Json.amount(json, "/expires_in")));
    }

    private static JsonNode granted(HttpAnswer answer) {
        if (!answer.isSuccess()) {
            throw new UnreadableAnswer("login refused: " + answer);
        }
        return answer.json();
    }
}
