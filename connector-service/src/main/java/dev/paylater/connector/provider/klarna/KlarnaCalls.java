package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Order;
import java.net.URI;
import java.util.Set;

/**
 * Calls to Klarna with an account's credentials. Settings of the account: {@code region} (empty,
 * {@code -na} or {@code -oc}) and {@code playground} choose the address, unless it has one itself.
 */
final class KlarnaCalls {

    private static final Set<String> REGIONS = Set.of("", "-na", "-oc");

    private KlarnaCalls() {}

    static URI live(Account account) {
        var region = account.setting("region", "");
        if (!REGIONS.contains(region)) {
            throw new BadAccount("region must be empty, -na or -oc");
        }
        var playground = account.settings().at("playground").asBoolean(false);
        return URI.create(
                "https://api" + region + (playground ? ".playground" : "") + ".klarna.com");
    }

    static HttpCall of(Account account, Method method, String template, Object... values) {
        return HttpCall.of(method, template, values)
                .withBasicAuthorization(
                        account.credential("username"), account.credential("password"));
    }

    /** A write of order management; Klarna looks at the key alone, never at the body. */
    static HttpCall write(
            Order order, Account account, Method method, String orderId, String operation) {
        return of(account, method, "/ordermanagement/v1/orders/{}/" + operation, orderId)
                .withHeader("Klarna-Idempotency-Key", order.idempotencyKey());
    }

    static HttpCall order(Account account, String orderId) {
        return of(account, Method.GET, "/ordermanagement/v1/orders/{}", orderId);
    }

    static HttpCall page(Account account, Method method, String pageId) {
        return of(account, method, "/hpp/v1/sessions/{}", pageId);
    }
}
