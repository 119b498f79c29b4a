package dev.paylater.connector.provider.afterpay;

import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.MinorUnits;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Afterpay's money: {@code {"amount": "20.00", "currency": "AUD"}}. */
final class AfterpayMoney {

    private AfterpayMoney() {}

    static ObjectNode of(long minor, String currency) {
        return Body.empty()
                .put("amount", MinorUnits.decimal(minor, currency).toPlainString())
                .put("currency", currency);
    }

    /** Minor units of an amount that has to be in the currency of the order. */
    static long minor(JsonNode money, String currency) {
        if (!currency.equals(money.path("currency").asString(null))) {
            throw new UnreadableAnswer("an amount is not in " + currency);
        }
        return minor(money.path("amount").asString(null), currency);
    }

    static long minor(@Nullable String amount, String currency) {
        try {
            return MinorUnits.minor(new BigDecimal(amount == null ? "" : amount), currency);
        } catch (NumberFormatException e) {
            throw new UnreadableAnswer("an amount is no number");
        }
    }
}
