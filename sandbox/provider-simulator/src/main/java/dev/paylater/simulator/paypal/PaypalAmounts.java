package dev.paylater.simulator.paypal;

import dev.paylater.simulator.dialect.DecimalAmount;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.StrictFields;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Amounts, and the sums that PayPal checks once a breakdown is sent. */
final class PaypalAmounts {

    private static final List<String> ADDED =
            List.of("item_total", "tax_total", "shipping", "handling", "insurance");
    private static final List<String> TAKEN_OFF = List.of("shipping_discount", "discount");

    private PaypalAmounts() {}

    /** The amount of that name, as {@code {"currency_code": "USD", "value": "20.00"}}. */
    static DecimalAmount of(StrictFields body, String name) {
        var money = body.object(name);
        var code = money.requiredText("currency_code");
        try {
            var currency = Currency.getInstance(code).getCurrencyCode();
            var minor = Decimals.minor(new BigDecimal(money.requiredText("value")), currency);
            if (minor == null) {
                throw new PaypalRefusal("DECIMAL_PRECISION");
            }
            return new DecimalAmount(minor, currency);
        } catch (NumberFormatException e) {
            throw money.wrong("value", "is no amount");
        } catch (IllegalArgumentException e) {
            throw new PaypalRefusal("INVALID_CURRENCY_CODE");
        }
    }

    static DecimalAmount positive(StrictFields body, String name) {
        var money = of(body, name);
        if (money.minor() < 1) {
            throw new PaypalRefusal("CANNOT_BE_ZERO_OR_NEGATIVE");
        }
        return money;
    }

    /** What is asked for of a payment in this currency; null is all that is left. */
    static @Nullable Long partOf(StrictFields body, String currency, String mismatch) {
        if (!body.has("amount")) {
            return null;
        }
        var part = positive(body, "amount");
        if (!part.currency().equals(currency)) {
            throw new PaypalRefusal(mismatch);
        }
        return part.minor();
    }

    /** A unit's amount, which its breakdown and its items have to make, where it has any. */
    static DecimalAmount ofUnit(StrictFields unit) {
        var total = positive(unit, "amount");
        var breakdown = unit.object("amount").object("breakdown");
        var items = unit.list("items");
        if (breakdown.object().isEmpty()) {
            if (!items.isEmpty()) {
                throw new PaypalRefusal("ITEM_TOTAL_REQUIRED");
            }
            return total;
        }
        var sum = sum(breakdown, ADDED, total) - sum(breakdown, TAKEN_OFF, total);
        if (sum != total.minor()) {
            throw new PaypalRefusal("AMOUNT_MISMATCH");
        }
        if (!items.isEmpty()
                && total(items, "unit_amount", total) != part(breakdown, "item_total", total)) {
            throw new PaypalRefusal("ITEM_TOTAL_MISMATCH");
        }
        if (!items.isEmpty() && total(items, "tax", total) != part(breakdown, "tax_total", total)) {
            throw new PaypalRefusal("TAX_TOTAL_MISMATCH");
        }
        return total;
    }

    private static long sum(StrictFields breakdown, List<String> parts, DecimalAmount total) {
        return parts.stream().mapToLong(part -> part(breakdown, part, total)).sum();
    }

    private static long total(List<StrictFields> items, String amount, DecimalAmount total) {
        return items.stream()
                .mapToLong(
                        item -> {
                            item.requiredText("name");
                            return part(item, amount, total)
                                    * Long.parseLong(
                                            item.requiredText("quantity", PaypalDialect.NUMBER));
                        })
                .sum();
    }

    private static long part(StrictFields body, String name, DecimalAmount total) {
        if (!body.has(name)) {
            return 0;
        }
        var part = of(body, name);
        if (!part.currency().equals(total.currency())) {
            throw new PaypalRefusal("MULTI_CURRENCY_ORDER");
        }
        return part.minor();
    }
}
