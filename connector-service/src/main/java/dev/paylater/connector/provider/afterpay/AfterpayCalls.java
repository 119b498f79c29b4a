package dev.paylater.connector.provider.afterpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.util.Base64;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** How Afterpay is called, and what is the same for all of its answers. */
final class AfterpayCalls {

    private AfterpayCalls() {}

    static HttpCall post(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.POST, template, values), account);
    }

    static HttpCall get(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.GET, template, values), account);
    }

    /** The User-Agent is mandatory; what it should say is the account's to change. */
    private static HttpCall authorized(HttpCall call, Account account) {
        var merchant = account.credential("merchant_id");
        var pair = merchant + ":" + account.credential("secret_key");
        var agent = account.settings().text("user_agent");
        return call.withHeader(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)))
                .withHeader(
                        "User-Agent",
                        agent == null ? "paylater/1.0 (paylater; Java; " + merchant + ")" : agent);
    }

    static Step payment(Order order, Account account, Function<JsonNode, Outcome> reading) {
        return Step.call(
                get(account, "/v2/payments/{}", order.requiredTransactionId()),
                answer -> Step.done(asked(answer, reading)));
    }

    static Outcome asked(HttpAnswer answer, Function<JsonNode, Outcome> reading) {
        return answer.isSuccess() ? reading.apply(answer.json()) : Outcome.of(unclear(answer));
    }

    static Verdict unclear(HttpAnswer answer) {
        return Verdict.unknown("asking was refused: " + answer);
    }

    static Step done(HttpAnswer answer, Function<JsonNode, Outcome> reading) {
        return Step.done(
                answer.isSuccess()
                        ? reading.apply(answer.json())
                        : Outcome.of(AfterpayErrors.verdict(answer)));
    }
}
