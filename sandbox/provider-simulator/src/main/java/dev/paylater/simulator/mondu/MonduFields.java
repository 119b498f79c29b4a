package dev.paylater.simulator.mondu;

import dev.paylater.simulator.dialect.StrictFields;
import java.util.List;
import java.util.Set;

/** What Mondu reads in its requests; taxes may stand on the lines only, and need not add up. */
final class MonduFields {

    static final Set<String> METHODS =
            Set.of(
                    "invoice",
                    "direct_debit",
                    "installment",
                    "installment_by_invoice",
                    "billing_statement",
                    "pay_now");

    private MonduFields() {}

    static void order(StrictFields body) {
        body.requiredText("external_reference_id");
        oneOf(body, "payment_method", METHODS);
        oneOf(body, "currency", Set.of("EUR", "GBP"));
        body.object("buyer").requiredText("email");
        address(body, "billing_address");
        address(body, "shipping_address");
        for (var name : List.of("success_url", "cancel_url", "declined_url")) {
            if (body.has(name)) {
                body.requiredUrl(name);
            }
        }
        total(body, body);
    }

    /** What an order is adjusted to: its amounts are an object, as Mondu's own plugins send it. */
    static long adjusted(StrictFields body) {
        oneOf(body, "currency", Set.of("EUR", "GBP"));
        return total(body, body.object("amount"));
    }

    private static long total(StrictFields body, StrictFields amounts) {
        for (var line : body.list("lines")) {
            for (var item : line.list("line_items")) {
                item.requiredText("external_reference_id");
                item.requiredAmount("quantity", 1);
            }
        }
        return amounts.requiredAmount("gross_amount_cents", 1);
    }

    private static void oneOf(StrictFields body, String name, Set<String> allowed) {
        body.requiredText(name);
        body.oneOf(name, allowed);
    }

    private static void address(StrictFields body, String name) {
        var address = body.object(name);
        for (var field : List.of("address_line1", "city", "zip_code", "country_code")) {
            address.requiredText(field);
        }
    }
}
