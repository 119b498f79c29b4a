package dev.paylater.connector.provider;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Bodies of requests. What the merchant did not say is left out, never sent as null. */
public final class Body {

    private Body() {}

    public static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Puts a text that may be absent. */
    public static void put(ObjectNode body, String name, @Nullable String text) {
        if (text != null) {
            body.put(name, text);
        }
    }
}
