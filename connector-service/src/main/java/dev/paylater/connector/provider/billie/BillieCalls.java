package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.time.Duration;

/** How Billie is called: with a token that is good for hours. */
final class BillieCalls {

    static final Conversation BILLIE = new Conversation(BillieErrors::verdict);

    private static final String API = "/api/v2";
    private static final String ID = "client_id";
    private static final String SECRET = "client_secret";

    private BillieCalls() {}

    static Login login(Account account) {
        var body =
                Body.empty()
                        .put("grant_type", "client_credentials")
                        .put(ID, account.credential(ID))
                        .put(SECRET, account.credential(SECRET));
        return new Login(
                HttpCall.of(Method.POST, API + "/oauth/token").withJson(body),
                BillieCalls::token,
                (call, token) -> call.withBearer(token.value()));
    }

    private static Login.Token token(HttpAnswer answer) {
        if (!answer.isSuccess()) {
            throw new UnreadableAnswer("login refused: " + answer);
        }
        var body = answer.json();
        return new Login.Token(
                new Secret(HttpAnswer.requiredText(body, "access_token")),
                Duration.ofSeconds(HttpAnswer.requiredAmount(body, "expires_in")));
    }

    static HttpCall post(Account account, String template, Object... values) {
        return call(account, Method.POST, template, values);
    }

    static HttpCall get(Account account, String template, Object... values) {
        return call(account, Method.GET, template, values);
    }

    /** That the account cannot log in is noticed before anything is called. */
    private static HttpCall call(
            Account account, Method method, String template, Object... values) {
        account.credential(ID);
        account.credential(SECRET);
        return HttpCall.of(method, API + template, values);
    }
}
