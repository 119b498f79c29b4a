package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderBooks;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Where a provider's answer shows all that was captured, refunded or released of an authorization.
 */
public final class Books {

    /** Minor units; null where the answer does not show it. */
    @FunctionalInterface
    public interface Total {
        @Nullable Long read(JsonNode json, @Nullable Context context);
    }

    private Books() {}

    /** An integer of minor units. */
    public static Total at(String pointer) {
        return (json, _) -> isThere(json.at(pointer)) ? Json.amount(json, pointer) : null;
    }

    /** An amount with its currency. */
    public static Total money(String pointer) {
        return (json, context) ->
                isThere(json.at(pointer)) ? MinorUnits.ofMoney(json.at(pointer), context) : null;
    }

    /** Captured and refunded are known, or nothing is. */
    static BiFunction<JsonNode, @Nullable Context, @Nullable ProviderBooks> of(
            Total captured, Total refunded, Total released) {
        return (json, context) -> {
            var taken = captured.read(json, context);
            var back = refunded.read(json, context);
            return taken == null || back == null
                    ? null
                    : new ProviderBooks(taken, back, released.read(json, context));
        };
    }

    private static boolean isThere(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }
}
