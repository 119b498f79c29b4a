package dev.paylater.api.docs;

import dev.paylater.api.docs.SchemaWalk.Kind;
import dev.paylater.api.docs.SchemaWalk.Place;
import dev.paylater.api.json.Json;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives every object and enumeration a name, that of its field: generators of clients invent one
 * for what has none, from where it stands ({@code CurrencyType2Type1}).
 */
final class NamedParts {

    static final String ANY_OBJECT = "AnyObject";

    /** These say too little without what they are of. */
    private static final Set<String> GENERAL =
            Set.of(
                    "type",
                    "status",
                    "kind",
                    "role",
                    "data",
                    "result",
                    "outcome",
                    "payload",
                    "error",
                    "details",
                    "signature",
                    "reason");

    private final ObjectNode schemas;

    private NamedParts(ObjectNode schemas) {
        this.schemas = schemas;
    }

    static void in(ObjectNode document) {
        var schemas = (ObjectNode) document.required("components").required("schemas");
        schemas.putObject(ANY_OBJECT)
                .put("type", "object")
                .put("description", "A JSON object with members of any kind.")
                .put("additionalProperties", true);
        SchemaWalk.over(document, new NamedParts(schemas)::named);
    }

    private ObjectNode named(ObjectNode schema, Place place) {
        if (place.kind() == Kind.COMPONENT || !isWorthAName(schema)) {
            return schema;
        }
        var part = schema.deepCopy();
        var isNullable = Nulls.takeOut(part);
        var description = part.remove("description");
        var name = isFree(part) ? ANY_OBJECT : nameOf(part, description, place);
        return Nulls.reference(name, isNullable, description);
    }

    private static boolean isWorthAName(ObjectNode schema) {
        return schema.has("enum")
                || schema.has("properties")
                || Nulls.types(schema).contains("object");
    }

    private static boolean isFree(ObjectNode part) {
        return part.size() == 1 && part.path("type").asString("").equals("object");
    }

    private String nameOf(ObjectNode part, JsonNode description, Place place) {
        var member = place.member() == null ? "item" : place.member();
        var plain = pascal(place.kind() == Kind.ITEM ? singular(member) : member);
        if (!GENERAL.contains(member) && place.member() != null && isFor(plain, part)) {
            return put(plain, part, description);
        }
        var parent = place.owner().replaceFirst(".*[.]", "");
        return put(pascal(parent) + plain, part, description);
    }

    private static String singular(String member) {
        return member.endsWith("s") ? member.substring(0, member.length() - 1) : member;
    }

    /** Whether the name is free, or is that of the very same schema. */
    private boolean isFor(String name, ObjectNode part) {
        return !schemas.has(name) || sameAs(schemas.path(name), part);
    }

    private static boolean sameAs(JsonNode component, ObjectNode part) {
        var other = (ObjectNode) component.deepCopy();
        other.remove("description");
        return other.equals(part);
    }

    private String put(String name, ObjectNode part, JsonNode description) {
        if (!schemas.has(name)) {
            var component = Json.emptyObject();
            component.setAll(part);
            if (description != null) {
                component.set("description", description);
            }
            schemas.set(name, component);
        } else if (!isFor(name, part)) {
            throw new IllegalStateException("Two different schemas would be named " + name);
        }
        return name;
    }

    static String pascal(String name) {
        return Stream.of(name.split("[._]"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }
}
