package dev.paylater.simulator.riverty;

import dev.paylater.simulator.dialect.StrictFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What Riverty reads in its requests. */
final class RivertyFields {

    private static final Pattern NUMBER = Pattern.compile("[\\w.-]{1,50}");

    private static final Set<String> CURRENCIES = Set.of("EUR", "NOK", "SEK", "DKK", "CHF");

    private static final Set<String> DEBITED = Set.of("AT", "DE");

    private static final Set<String> TYPES =
            Set.of("Invoice", "Installment", "Account", "Consolidatedinvoice", "PayinX");

    private RivertyFields() {}

    static String number(StrictFields order) {
        return order.requiredText("number", NUMBER);
    }

    static String currency(StrictFields order) {
        order.oneOf("currency", CURRENCIES);
        return order.requiredText("currency");
    }

    static void payment(StrictFields payment) {
        payment.requiredText("type");
        payment.oneOf("type", TYPES);
        if (payment.has("directDebit")) {
            payment.object("directDebit").requiredText("bankAccount");
        }
        if (payment.has("installment")) {
            payment.object("installment").requiredAmount("profileNo", 0);
        }
    }

    /** A person in the Netherlands is known by their birth date and their phone. */
    static void customer(StrictFields customer) {
        var company = "Company".equals(customer.text("customerCategory"));
        if (!company && "NL".equals(customer.object("address").text("countryCode"))) {
            customer.requiredText("birthDate");
            customer.requiredText("mobilePhone");
        }
    }

    /** In Germany and Austria instalments are debited. */
    static void debit(StrictFields payment, StrictFields customer) {
        var country = customer.object("address").text("countryCode");
        if ("Installment".equals(payment.text("type"))
                && country != null
                && DEBITED.contains(country)) {
            payment.object("directDebit").requiredText("bankAccount");
        }
    }

    /** The gross total, which the lines have to make, as they have to make the net total. */
    static long total(StrictFields order, String currency) {
        var gross = order.requiredDecimal("totalGrossAmount", currency);
        if (gross < 1) {
            throw order.wrong("totalGrossAmount", "must be positive");
        }
        var lines = order.list("items");
        if (lines.isEmpty()) {
            throw order.missing("items");
        }
        if (sum(lines, "grossUnitPrice", currency) != gross) {
            throw order.wrong("totalGrossAmount", "is not what the lines make");
        }
        if (order.has("totalNetAmount")
                && sum(lines, "netUnitPrice", currency)
                        != order.requiredDecimal("totalNetAmount", currency)) {
            throw order.wrong("totalNetAmount", "is not what the lines make");
        }
        return gross;
    }

    static long sum(List<StrictFields> lines, String price, String currency) {
        var sum = BigDecimal.ZERO;
        for (var line : lines) {
            line.requiredText("productId");
            line.requiredText("description");
            var quantity = line.object().path("quantity");
            if (!quantity.isNumber()) {
                throw line.missing("quantity");
            }
            sum =
                    sum.add(
                            BigDecimal.valueOf(line.requiredDecimal(price, currency))
                                    .multiply(quantity.decimalValue()));
        }
        return sum.longValue();
    }
}
