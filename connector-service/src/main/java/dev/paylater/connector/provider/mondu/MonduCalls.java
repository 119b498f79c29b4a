package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;

/** How Mondu is called. */
final class MonduCalls {

    static final Conversation MONDU = new Conversation(MonduErrors::verdict);

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
}
