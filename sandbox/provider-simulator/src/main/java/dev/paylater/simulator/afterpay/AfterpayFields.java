package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Money;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What Afterpay's requests are made of, read strictly. */
final class AfterpayFields {

    private static final Pattern AMOUNT = Pattern.compile("\\d{1,13}(\\.\\d{1,2})?");
    private static final Pattern REQUEST_ID =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Set<String> CURRENCIES = Set.of("AUD", "NZD", "USD", "CAD", "GBP");
    private static final Set<String> COUNTRIES = Set.of("AU", "NZ", "US", "CA", "GB");

    private AfterpayFields() {}

    /** Amounts are texts. */
    static Money money(Fields body, String name) {
        var money = body.object(name);
        money.requiredText("amount", AMOUNT);
        money.oneOf("currency", CURRENCIES);
        return Money.of(body, name);
    }

    static Money positive(Fields body, String name) {
        return money(body, name).positive(body, name);
    }

    static @Nullable Money optional(Fields body, String name) {
        return body.has(name) ? positive(body, name) : null;
    }

    static String requestId(Fields body) {
        return body.requiredText("requestId", REQUEST_ID);
    }

    static @Nullable String cut(Fields body, String name, int longest) {
        var text = body.text(name);
        if (text != null && text.length() > longest) {
            throw body.wrong(name, "is longer than " + longest);
        }
        return text;
    }

    static void contact(Fields body, String name) {
        if (!body.has(name)) {
            return;
        }
        var contact = body.object(name);
        contact.requiredText("name");
        contact.requiredText("line1");
        contact.requiredText("postcode");
        contact.requiredText("countryCode");
        contact.oneOf("countryCode", COUNTRIES);
    }

    /** Items less discounts make the amount, where there are items. */
    static void sum(Fields body, Money total) {
        var items = body.list("items");
        if (items.isEmpty()) {
            return;
        }
        var sum = 0L;
        for (var item : items) {
            item.requiredText("name");
            sum += same(money(item, "price"), total) * item.requiredAmount("quantity", 1);
        }
        for (var discount : body.list("discounts")) {
            discount.requiredText("displayName");
            sum -= same(money(discount, "amount"), total);
        }
        for (var more : List.of("taxAmount", "shippingAmount")) {
            sum += body.has(more) ? same(money(body, more), total) : 0;
        }
        if (sum != total.minor()) {
            throw body.wrong("amount", "is not the sum of the items");
        }
    }

    private static long same(Money money, Money total) {
        if (!money.currency().equals(total.currency())) {
            throw new BadRequest(
                    BadRequest.Kind.WRONG, "currency", "There is more than one currency.");
        }
        return money.minor();
    }
}
