package dev.paylater.connector.provider.afterpay;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** How Afterpay is called, and what is the same for all of its answers. */
final class AfterpayCalls {

    static final Conversation AFTERPAY = new Conversation(AfterpayErrors::verdict);

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
        var agent = "paylater/1.0 (paylater; Java; " + merchant + ")";
        return call.withBasicAuthorization(merchant, account.credential("secret_key"))
                .withHeader("User-Agent", account.setting("user_agent", agent));
    }

    static Step payment(Order order, Account account, Function<JsonNode, Outcome> reading) {
        return Conversation.look(
                get(account, "/v2/payments/{}", order.requiredTransactionId()),
                payment -> Step.done(reading.apply(payment)));
    }
}
