package dev.paylater.connector.kit;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON body of a request. What the merchant did not give is left out, never sent as null. */
public final class Body {

    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    private Body() {}

    public static Body of() {
        return new Body();
    }

    public Body put(String name, @Nullable String text) {
        if (text != null) {
            json.put(name, text);
        }
        return this;
    }

    /** Cut to what the provider takes, and never through a character of two halves. */
    public Body put(String name, @Nullable String text, int longest) {
        if (text == null || text.length() <= longest) {
            return put(name, text);
        }
        var whole = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return put(name, text.substring(0, whole));
    }

    public Body put(String name, long number) {
        json.put(name, number);
        return this;
    }

    public Body put(String name, boolean flag) {
        json.put(name, flag);
        return this;
    }

    public Body put(String name, BigDecimal decimal) {
        json.put(name, decimal);
        return this;
    }

    /** Puts an object; one that is missing or empty is left out. */
    public Body put(String name, JsonNode object) {
        if (object.isObject() && !object.isEmpty()) {
            json.set(name, object);
        }
        return this;
    }

    public Body put(String name, Body object) {
        json.set(name, object.json);
        return this;
    }

    public Body put(String name, List<Body> objects) {
        var array = json.putArray(name);
        objects.forEach(object -> array.add(object.json));
        return this;
    }

    public Body putTexts(String name, String... texts) {
        var array = json.putArray(name);
        for (var text : texts) {
            array.add(text);
        }
        return this;
    }

    public ObjectNode json() {
        return json;
    }
}
