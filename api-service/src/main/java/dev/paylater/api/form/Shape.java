package dev.paylater.api.form;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which members an object has, from the OpenAPI document. One without declared members is free: it
 * is kept and given back as it came.
 *
 * @param members shapes of the members of an object, in order
 * @param items shape of the items of an array
 */
public record Shape(Map<String, Shape> members, @Nullable Shape items) {

    public static final Shape FREE = new Shape(Map.of(), null);

    public static Shape of(OpenApi api, JsonNode declared) {
        var schema = api.resolve(declared);
        var properties = schema.get("properties");
        var items = schema.get("items");
        if (properties == null && items == null) {
            return FREE;
        }
        var members = new LinkedHashMap<String, Shape>();
        if (properties != null) {
            properties.properties().forEach(p -> members.put(p.getKey(), of(api, p.getValue())));
        }
        return new Shape(members, items == null ? null : of(api, items));
    }

    public boolean isFree() {
        return members.isEmpty() && (items == null || items.isFree());
    }

    public Shape ofMember(String name) {
        return members.getOrDefault(name, FREE);
    }

    public Shape ofItems() {
        return items == null ? FREE : items;
    }
}
