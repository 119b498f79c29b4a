package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which members an object has in an answer, from the OpenAPI document. An object without declared
 * members is given back as it came.
 *
 * @param members shapes of the members of an object, in order
 * @param items shape of the items of an array
 */
record Shape(Map<String, Shape> members, @Nullable Shape items) {

    static final Shape FREE = new Shape(Map.of(), null);

    static Shape of(OpenApi api, JsonNode declared) {
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

    boolean isFree() {
        return members.isEmpty() && (items == null || items.isFree());
    }

    Shape ofMember(String name) {
        return members.getOrDefault(name, FREE);
    }

    Shape ofItems() {
        return items == null ? FREE : items;
    }
}
