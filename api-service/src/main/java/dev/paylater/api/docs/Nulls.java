package dev.paylater.api.docs;

import dev.paylater.api.docs.SchemaWalk.Place;
import dev.paylater.api.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says of each place whether null may stand there, in place of each component: a currency is never
 * null, but a field may be without one. What a request has to have cannot be null, because null is
 * left out there; neither can items of lists and parameters.
 */
final class Nulls {

    private static final String TYPE = "type";
    private static final String NULL = "null";

    private final Set<String> nullable = new HashSet<>();
    private final Set<String> requestsOnly;

    private Nulls(Set<String> requestsOnly) {
        this.requestsOnly = requestsOnly;
    }

    static void in(ObjectNode document) {
        var schemas = (ObjectNode) document.required("components").required("schemas");
        var nulls = new Nulls(Reached.byRequestsOnly(document));
        for (var schema : schemas.properties()) {
            if (takeOut((ObjectNode) schema.getValue())) {
                nulls.nullable.add(schema.getKey());
            }
        }
        SchemaWalk.over(document, nulls::placed);
    }

    private ObjectNode placed(ObjectNode schema, Place place) {
        var name = SchemaWalk.reference(schema);
        if (name == null) {
            if (isNeverNull(place) && takeOut(schema) && schema.path("anyOf").size() == 1) {
                return reference(
                        String.valueOf(SchemaWalk.reference(schema.path("anyOf").path(0))),
                        false,
                        schema.get("description"));
            }
            return schema;
        }
        var mayBeNull = nullable.contains(name) && !schema.has(TYPE) && !isNeverNull(place);
        return reference(name, mayBeNull, schema.get("description"));
    }

    private boolean isNeverNull(Place place) {
        return switch (place.kind()) {
            case MEMBER -> place.required() && requestsOnly.contains(place.component());
            case ITEM, VALUE, CHOICE, PARAMETER, BODY -> true;
            case COMPONENT -> false;
        };
    }

    /** A reference to a component, or null beside it. */
    static ObjectNode reference(String name, boolean isNullable, @Nullable JsonNode description) {
        var reference = Json.emptyObject().put(SchemaWalk.REFERENCE, SchemaWalk.NAMED + name);
        var schema = reference;
        if (isNullable) {
            schema = Json.emptyObject();
            var choices = schema.putArray("anyOf");
            choices.add(reference);
            choices.addObject().put(TYPE, NULL);
        }
        if (description != null) {
            schema.set("description", description);
        }
        return schema;
    }

    static List<String> types(JsonNode schema) {
        var type = schema.path(TYPE);
        return type.isString()
                ? List.of(type.stringValue())
                : type.valueStream().map(JsonNode::stringValue).toList();
    }

    /** Takes null out of a schema's own types, values and choices; whether it was there. */
    static boolean takeOut(ObjectNode schema) {
        var isNullable = false;
        if (schema.get(TYPE) instanceof ArrayNode && types(schema).contains(NULL)) {
            var others = types(schema).stream().filter(type -> !type.equals(NULL)).toList();
            schema.remove(TYPE);
            if (others.size() == 1) {
                schema.put(TYPE, others.getFirst());
            } else {
                others.forEach(schema.putArray(TYPE)::add);
            }
            isNullable = true;
        }
        if (schema.get("enum") instanceof ArrayNode values) {
            values.removeIf(JsonNode::isNull);
        }
        for (var word : List.of("oneOf", "anyOf")) {
            if (schema.get(word) instanceof ArrayNode choices) {
                var before = choices.size();
                choices.removeIf(choice -> types(choice).equals(List.of(NULL)));
                isNullable |= choices.size() < before;
            }
        }
        return isNullable;
    }
}
