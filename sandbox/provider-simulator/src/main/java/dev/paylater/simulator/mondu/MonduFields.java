package dev.paylater.simulator.mondu;

import dev.paylater.simulator.dialect.Fields;
import java.util.List;
import java.util.Set;

/** What Mondu's requests are made of, read strictly. */
final class MonduFields {

    private static final Set<String> METHODS =
            Set.of(
                    "invoice",
                    "direct_debit",
                    "installment",
                    "installment_by_invoice",
                    "billing_statement",
                    "pay_now");

    private MonduFields() {}

    static void order(Fields body) {
        body.requiredText("external_reference_id");
        oneOf(body, "payment_method", METHODS);
        oneOf(body, "currency", Set.of("EUR", "GBP"));
        oneOf(body, "state_flow", Set.of("authorization_flow"));
        body.oneOf("language", Set.of("en", "de", "nl", "fr", "es", "it"));
        body.object("buyer").requiredText("email");
        address(body, "billing_address");
        address(body, "shipping_address");
        for (var name : List.of("success_url", "cancel_url", "declined_url")) {
            body.requiredUrl(name);
        }
        total(body, body);
    }

    /** What an order is adjusted to: its amounts are an object, as Mondu's own plugins send it. */
    static long adjusted(Fields body) {
        oneOf(body, "currency", Set.of("EUR", "GBP"));
        return total(body, body.object("amount"));
    }

    /** The amount is that of the lines, and gross is net and tax, less the discount. */
    private static long total(Fields body, Fields amounts) {
        var gross = amounts.requiredAmount("gross_amount_cents", 1);
        var lines = body.list("lines");
        if (lines.isEmpty()) {
            throw body.missing("lines");
        }
        var sum = 0L;
        for (var line : lines) {
            sum += amount(line, "buyer_fee_cents") + amount(line, "shipping_price_cents");
            sum -= amount(line, "discount_cents");
            for (var item : line.list("line_items")) {
                item.requiredText("external_reference_id");
                item.requiredText("title");
                var net = item.requiredAmount("net_price_cents", 0);
                var each = item.requiredAmount("net_price_per_item_cents", 0);
                if (each * item.requiredAmount("quantity", 1) != net) {
                    throw item.wrong("net_price_cents", "is not that of all items");
                }
                sum += net + item.requiredAmount("tax_cents", 0);
            }
        }
        if (sum != gross) {
            throw amounts.wrong("gross_amount_cents", "is not the sum of the lines");
        }
        var net = amounts.requiredAmount("net_price_cents", 0);
        if (net + amount(amounts, "tax_cents") - amount(body, "total_discount_cents") != gross) {
            throw amounts.wrong("net_price_cents", "does not make the gross amount");
        }
        return gross;
    }

    private static void oneOf(Fields body, String name, Set<String> allowed) {
        body.requiredText(name);
        body.oneOf(name, allowed);
    }

    private static void address(Fields body, String name) {
        var address = body.object(name);
        for (var field : List.of("address_line1", "city", "zip_code", "country_code")) {
            address.requiredText(field);
        }
    }

    private static long amount(Fields fields, String name) {
        var amount = fields.amount(name, 0);
        return amount == null ? 0 : amount;
    }
}
