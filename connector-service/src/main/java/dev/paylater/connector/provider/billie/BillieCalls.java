package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** How Billie is called, and what is the same for all of its answers. */
final class BillieCalls {

    private static final String API = "/api/v2";
    private static final String ID = "client_id";
    private static final String SECRET = "client_secret";

    private BillieCalls() {}

    static Login login(Account account) {
        var body =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("grant_type", "client_credentials")
                        .put(ID, account.credential(ID))
                        .put(SECRET, account.credential(SECRET));
        return new Login(
                HttpCall.of(Method.POST, API + "/oauth/token").withJson(body),
                BillieCalls::token,
                (call, token) -> call.withHeader("Authorization", "Bearer " + token.value()));
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

    /** A question; what Billie does not know is {@link Verdict.NotFound}. */
    static Step ask(HttpCall question, Function<JsonNode, Step> reading) {
        return Step.call(
                question,
                answer -> {
                    if (answer.status() == 404) {
                        return Step.done(new Verdict.NotFound());
                    }
                    return answer.isSuccess()
                            ? reading.apply(answer.json())
                            : Step.done(Verdict.unknown("asking was refused: " + answer));
                });
    }

    /** A write with an answer that says something. */
    static Step write(HttpCall call, Function<JsonNode, Step> reading) {
        return Step.call(
                call,
                answer ->
                        answer.isSuccess()
                                ? reading.apply(answer.json())
                                : Step.done(BillieErrors.verdict(answer)));
    }

    /** A write whose success is all that there is to say. */
    static Step acknowledged(HttpCall call, Supplier<Outcome> done) {
        return Step.call(
                call,
                answer ->
                        Step.done(
                                answer.isSuccess()
                                        ? done.get()
                                        : Outcome.of(BillieErrors.verdict(answer))));
    }
}
