package dev.paylater.connector.kit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Carried fields, interface name to JSON text, read only as far as a provider needs them.
 *
 * <p>What is absent or not what it should be reads as missing: the interface's form was checked
 * where the merchant was answered.
 */
public final class Fields {

    private final Map<String, String> texts;
    private final Map<String, JsonNode> read = new ConcurrentHashMap<>();

    public Fields(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    /** The value at a path of object keys, or a missing node. */
    public JsonNode at(String name, String... path) {
        JsonNode node = read.computeIfAbsent(name, this::parse);
        for (var key : path) {
            node = node.path(key);
        }
        return node;
    }

    /** The text or number at a path as text, or null when it is absent, null or empty. */
    public @Nullable String text(String name, String... path) {
        return textOf(at(name, path));
    }

    static @Nullable String textOf(JsonNode node) {
        var text = node.isValueNode() && !node.isNull() ? node.asString() : "";
        return text.isBlank() ? null : text;
    }

    private JsonNode parse(String name) {
        var text = texts.get(name);
        if (text == null) {
            return MissingNode.getInstance();
        }
        try {
            return HttpAnswer.JSON.readTree(text);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }
}
