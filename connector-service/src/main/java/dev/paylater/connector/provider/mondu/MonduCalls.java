package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** How Mondu is called, and what is the same for all of its answers. */
final class MonduCalls {

    private static final String API = "/api/v1";

    private MonduCalls() {}

    static HttpCall post(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.POST, API + template, values), account);
    }

    static HttpCall get(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.GET, API + template, values), account);
    }

    private static HttpCall authorized(HttpCall call, Account account) {
        return call.withHeader("Api-Token", account.credential("api_token"));
    }

    /** A question; what Mondu does not know is {@link Verdict.NotFound}. */
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

    static Step write(HttpCall call, Function<JsonNode, Outcome> reading) {
        return Step.call(call, answer -> Step.done(read(answer, reading)));
    }

    static Outcome read(HttpAnswer answer, Function<JsonNode, Outcome> reading) {
        return answer.isSuccess()
                ? reading.apply(answer.json())
                : Outcome.of(MonduErrors.verdict(answer));
    }
}
