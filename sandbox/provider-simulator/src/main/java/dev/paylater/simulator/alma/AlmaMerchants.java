package dev.paylater.simulator.alma;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What plugins ask about a merchant when they are set up. */
final class AlmaMerchants {

    private static final List<Integer> INSTALMENTS = List.of(1, 2, 3, 4, 10, 12);
    private static final List<Integer> DEFERRED_DAYS = List.of(15, 30);
    private static final int BASIS_POINTS = 380;

    private AlmaMerchants() {}

    static ProviderAnswer merchant(String account) {
        return ProviderAnswer.of(
                200,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("id", "merchant_" + account)
                        .put("name", account)
                        .put("website", "https://shop.example")
                        .put("state", "ready")
                        .put("manually_reviewed", false)
                        .put("can_create_payments", true)
                        .put("minimum_purchase_amount", AlmaAnswers.LEAST)
                        .put("maximum_purchase_amount", AlmaAnswers.MOST));
    }

    /** Those that are asked for, and with {@code deferred=true} those that are paid later. */
    static ProviderAnswer feePlans(ProviderCall call) {
        var plans = BookJson.MAPPER.createArrayNode();
        var asked = call.query("only");
        var only = asked == null || asked.equals("all") ? null : List.of(asked.split(",", -1));
        for (var count : INSTALMENTS) {
            if (only == null || only.contains(String.valueOf(count))) {
                plans.add(plan(call, count, 0));
            }
        }
        if ("true".equals(call.query("deferred"))) {
            DEFERRED_DAYS.forEach(days -> plans.add(plan(call, 1, days)));
        }
        return ProviderAnswer.of(200, plans);
    }

    private static ObjectNode plan(ProviderCall call, int count, int days) {
        var kind = call.query("kind");
        return BookJson.MAPPER
                .createObjectNode()
                .put("kind", kind == null ? "general" : kind)
                .put("installments_count", count)
                .put("deferred_days", days)
                .put("deferred_months", 0)
                .putNull("deferred_trigger_limit_days")
                .put("min_purchase_amount", AlmaAnswers.LEAST)
                .put("max_purchase_amount", AlmaAnswers.MOST)
                .put("allowed", true)
                .put("merchant_fee_variable", BASIS_POINTS)
                .put("merchant_fee_fixed", 0)
                .put("customer_fee_variable", 0)
                .put("customer_fee_fixed", 0)
                .put("customer_lending_rate", 0);
    }
}
