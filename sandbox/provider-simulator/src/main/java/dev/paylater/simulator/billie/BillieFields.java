package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.dialect.StrictFields;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What Billie reads in its requests; lines need not make the order's amount. */
final class BillieFields {

    static final String CURRENCY = "EUR";

    private static final long LONGEST_DURATION = 120;

    private BillieFields() {}

    static void order(StrictFields body) {
        purchase(body);
        body.object("debtor_person").requiredText("email");
        var items = body.list("line_items");
        if (items.isEmpty()) {
            throw body.missing("line_items");
        }
        for (var item : items) {
            item.requiredText("external_id");
            item.requiredText("title");
            item.requiredAmount("quantity", 1);
            amount(item, "amount");
        }
    }

    /** What the confirmation of a checkout session says as well. */
    static void purchase(StrictFields body) {
        positive(body, "amount");
        if (body.requiredAmount("duration", 1) > LONGEST_DURATION) {
            throw body.wrong("duration", "is longer than " + LONGEST_DURATION + " days");
        }
        var debtor = body.object("debtor");
        debtor.requiredText("name");
        address(debtor, "company_address");
        if (body.has("delivery_address")) {
            address(body, "delivery_address");
        }
    }

    private static void address(StrictFields body, String name) {
        var address = body.object(name);
        address.requiredText("street");
        address.requiredText("city");
        address.requiredText("country");
        address.requiredText("postal_code");
    }

    static long positive(StrictFields body, String name) {
        var gross = amount(body, name);
        if (gross < 1) {
            throw body.wrong(name + ".gross", "must be positive");
        }
        return gross;
    }

    private static long amount(StrictFields body, String name) {
        return number(body.object(name), "gross");
    }

    /** Net, gross and tax in minor units, as they were sent. */
    static ObjectNode taxed(StrictFields body, String name) {
        var minor = BookJson.MAPPER.createObjectNode();
        for (var part : List.of("net", "gross", "tax")) {
            minor.put(part, number(body.object(name), part));
        }
        return minor;
    }

    static long number(StrictFields body, String name) {
        return body.requiredDecimal(name, CURRENCY);
    }

    /** The one order of an invoice. */
    static String placed(StrictFields body) {
        var orders = body.object().path("orders");
        if (orders.size() != 1 || !orders.get(0).isString()) {
            throw body.wrong("orders", "must hold exactly one order");
        }
        return orders.get(0).stringValue();
    }
}
