package dev.paylater.e2e;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the running system answers, or does where it can be seen: made once and looked at by many
 * tests, or made again with one field left out of all requests.
 */
final class Specimens {

    private static final Map<String, Function<Caller, JsonNode>> MAKERS = makers();
    private static final Map<String, Once> MADE = new ConcurrentHashMap<>();

    /** One may need another while it is made. */
    private static final class Once {
        private @Nullable JsonNode made;

        synchronized JsonNode get(String name) {
            var known = made;
            if (known == null) {
                known = maker(name).apply(Caller.COMPLETE);
                made = known;
            }
            return known;
        }
    }

    private Specimens() {}

    static JsonNode get(String name) {
        return MADE.computeIfAbsent(name, _ -> new Once()).get(name);
    }

    /** The specimen without this field or query parameter. */
    static JsonNode without(String row, String name) {
        return maker(name).apply(new Caller(row));
    }

    private static Function<Caller, JsonNode> maker(String name) {
        var maker = MAKERS.get(name);
        if (maker == null) {
            throw new IllegalArgumentException("There is no specimen " + name);
        }
        return maker;
    }

    private static Map<String, Function<Caller, JsonNode>> makers() {
        var all = new HashMap<String, Function<Caller, JsonNode>>();
        all.put("openapi", _ -> Description.ofRunningSystem().document());
        all.putAll(PaymentSpecimens.ALL);
        all.putAll(ChoiceSpecimens.ALL);
        all.putAll(SettlementSpecimens.ALL);
        all.putAll(CustomerSpecimens.ALL);
        all.putAll(MandateSpecimens.ALL);
        all.putAll(ListSpecimens.ALL);
        all.putAll(AdminSpecimens.ALL);
        all.putAll(WebhookSpecimens.ALL);
        return all;
    }
}
