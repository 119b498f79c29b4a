package dev.paylater.options;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How much of each line of an order can still be refunded. A refund's line belongs to the order's
 * line with its product_id, else to the one with its product_name. A line that belongs to none
 * (shipping, a fee, the order's tax) takes from the rest: the order's amount less its lines. The
 * amount of a fee that the merchant keeps is below zero.
 *
 * @param names of lines to their keys; several lines of a product have one key
 * @param left minor units that can still be refunded, by key; below zero for vouchers
 * @param quantities pieces of the order, by key
 */
public record RefundedLines(
        Map<String, String> names, Map<String, Long> left, Map<String, Long> quantities) {

    /** The key of the rest: the order's amount less its lines. */
    private static final String REST = "";

    private static final String AMOUNT = "amount";
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * Of an order of which nothing was refunded.
     *
     * @param orderDetails JSON text; null or empty: all of the amount is the rest
     * @param amount of the whole order in minor units
     */
    public static RefundedLines of(@Nullable String orderDetails, long amount) {
        var names = new HashMap<String, String>();
        var left = new HashMap<String, Long>();
        var quantities = new HashMap<String, Long>();
        var rest = amount;
        for (var line : read(orderDetails)) {
            var id = line.path("product_id").asString("");
            var name = line.path("product_name").asString("");
            var key = id.isEmpty() ? "name " + name : "id " + id;
            names.putIfAbsent(key, key);
            names.putIfAbsent("name " + name, key);
            left.merge(key, line.path(AMOUNT).asLong(0), RefundedLines::sum);
            quantities.merge(key, quantity(line), RefundedLines::sum);
            rest = sum(rest, -line.path(AMOUNT).asLong(0));
        }
        left.put(REST, Math.max(0, rest));
        return new RefundedLines(names, left, quantities);
    }

    /** The amounts of a refund's lines together: minor units. */
    public static long sum(String orderDetails) {
        return read(orderDetails)
                .valueStream()
                .mapToLong(line -> line.path(AMOUNT).asLong(0))
                .reduce(0, RefundedLines::sum);
    }

    /** Less what these refunds have refunded, or have reserved. */
    public RefundedLines lessOf(List<String> refunds) {
        var less = new HashMap<>(left);
        refunds.forEach(
                refund ->
                        amounts(refund)
                                .forEach(
                                        (key, amount) ->
                                                less.merge(key, -amount, RefundedLines::sum)));
        return new RefundedLines(names, less, quantities);
    }

    /** Why these lines cannot be refunded; null: they can. */
    public @Nullable String problemOf(String refund) {
        var pieces = new HashMap<String, Long>();
        for (var line : read(refund)) {
            pieces.merge(key(line), quantity(line), RefundedLines::sum);
        }
        for (var given : amounts(refund).entrySet()) {
            var problem = problem(given.getKey(), given.getValue(), pieces);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String problem(String key, long given, Map<String, Long> quantity) {
        var most = left.getOrDefault(key, 0L);
        if (key.equals(REST)) {
            return given > most
                    ? "Lines that the payment does not have exceed what is left beside its lines: "
                            + most
                    : null;
        }
        var name = key.substring(key.indexOf(' ') + 1);
        if (given < Math.min(0, most) || given > Math.max(0, most)) {
            return "The refund exceeds what is left of the line %s: %s".formatted(name, most);
        }
        var ordered = quantities.getOrDefault(key, 0L);
        var pieces = quantity.getOrDefault(key, 0L);
        return pieces > ordered
                ? "The order has %s of the line %s, the refund %s".formatted(ordered, name, pieces)
                : null;
    }

    private Map<String, Long> amounts(String refund) {
        var amounts = new LinkedHashMap<String, Long>();
        for (var line : read(refund)) {
            amounts.merge(key(line), line.path(AMOUNT).asLong(0), RefundedLines::sum);
        }
        return amounts;
    }

    private String key(JsonNode line) {
        var byId = names.get("id " + line.path("product_id").asString(""));
        return byId == null
                ? names.getOrDefault("name " + line.path("product_name").asString(""), REST)
                : byId;
    }

    private static long quantity(JsonNode line) {
        return Math.max(1, line.path("quantity").asLong(1));
    }

    private static JsonNode read(@Nullable String orderDetails) {
        return orderDetails == null ? JSON.createArrayNode() : JSON.readTree(orderDetails);
    }

    /** No sum of lines that anybody pays comes near the ends, where it stays. */
    private static long sum(long one, long other) {
        var sum = one + other;
        if (((one ^ sum) & (other ^ sum)) < 0) {
            return one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
