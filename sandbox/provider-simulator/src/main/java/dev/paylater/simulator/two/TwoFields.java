package dev.paylater.simulator.two;

import dev.paylater.simulator.dialect.StrictFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What Two reads in its requests, as its OpenAPI requires it; amounts are texts. */
final class TwoFields {

    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]+(\\.[0-9]{0,2})?");

    private static final Set<String> CURRENCIES =
            Set.of(
                    "CHF", "CZK", "DKK", "EUR", "GBP", "INR", "MXN", "NOK", "PLN", "RON", "SEK",
                    "USD");

    private static final List<String> LINE =
            List.of(
                    "name",
                    "description",
                    "gross_amount",
                    "net_amount",
                    "unit_price",
                    "tax_amount",
                    "tax_rate",
                    "tax_class_name",
                    "quantity_unit",
                    "type");

    private TwoFields() {}

    static void order(StrictFields body) {
        body.oneOf("currency", CURRENCIES);
        for (var name : List.of("currency", "net_amount", "tax_amount", "merchant_order_id")) {
            body.requiredText(name);
        }
        if (!body.has("tax_subtotals")) {
            throw body.missing("tax_subtotals");
        }
        var company = body.object("buyer").object("company");
        if (!company.has("company_canonical_id")) {
            company.requiredText("organization_number");
            company.requiredText("country_prefix");
        }
        var address = body.object("billing_address");
        for (var name :
                List.of("organization_name", "street_address", "country", "postal_code", "city")) {
            address.requiredText(name);
        }
        var lines = body.list("line_items");
        if (lines.isEmpty()) {
            throw body.missing("line_items");
        }
        for (var line : lines) {
            LINE.forEach(line::requiredText);
        }
    }

    /** Minor units, which have to be positive. */
    static long amount(StrictFields body, String name, String currency) {
        var amount = new BigDecimal(body.requiredText(name, AMOUNT));
        var minor = body.minor(name, amount, currency);
        if (minor < 1) {
            throw body.wrong(name, "must be positive");
        }
        return minor;
    }
}
