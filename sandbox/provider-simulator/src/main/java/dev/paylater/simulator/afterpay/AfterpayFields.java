package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.dialect.DecimalAmount;
import dev.paylater.simulator.dialect.StrictFields;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What Afterpay reads in its requests, and what it refuses there. */
final class AfterpayFields {

    private static final Pattern AMOUNT = Pattern.compile("\\d{1,13}(\\.\\d{1,2})?");
    private static final int LONGEST_REQUEST_ID = 64;
    private static final Set<String> CURRENCIES = Set.of("AUD", "NZD", "USD", "CAD", "GBP");

    private static final Set<String> STATES = Set.of("AU", "CA", "US");

    private AfterpayFields() {}

    /** Amounts are texts. */
    static DecimalAmount money(StrictFields body, String name) {
        var money = body.object(name);
        money.requiredText("amount", AMOUNT);
        money.oneOf("currency", CURRENCIES);
        return DecimalAmount.of(body, name);
    }

    static DecimalAmount positive(StrictFields body, String name) {
        return money(body, name).positive(body, name);
    }

    /** A request without one is like no other. */
    static String requestId(StrictFields body) {
        var id = cut(body, "requestId", LONGEST_REQUEST_ID);
        return id == null || id.isEmpty() ? UUID.randomUUID().toString() : id;
    }

    static @Nullable String cut(StrictFields body, String name, int longest) {
        var text = body.text(name);
        if (text != null && text.length() > longest) {
            throw body.wrong(name, "is longer than " + longest);
        }
        return text;
    }

    static void contact(StrictFields body, String name) {
        if (!body.has(name)) {
            return;
        }
        var contact = body.object(name);
        contact.requiredText("name");
        contact.requiredText("line1");
        contact.requiredText("postcode");
        contact.requiredText("area1");
        if (STATES.contains(contact.requiredText("countryCode"))) {
            contact.requiredText("region");
        }
    }

    /** Each has its own price; together they need not make the order's amount. */
    static void items(StrictFields body) {
        for (var item : body.list("items")) {
            item.requiredText("name");
            item.requiredAmount("quantity", 1);
            money(item, "price");
        }
    }
}
