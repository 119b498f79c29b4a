package dev.paylater.api.docs;

import dev.paylater.api.docs.SchemaWalk.Place;
import dev.paylater.api.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document in OpenAPI 3.0, for generators that know no later one (oapi-codegen). It lacks the
 * webhooks, which 3.0 has no place for, and links to bodies, which its tools take for text only.
 */
final class OlderOpenApi {

    private final ObjectNode schemas;

    private OlderOpenApi(ObjectNode schemas) {
        this.schemas = schemas;
    }

    static ObjectNode of(ObjectNode document) {
        var older = document.deepCopy();
        older.put("openapi", "3.0.3");
        older.remove("webhooks");
        var schemas = (ObjectNode) older.required("components").required("schemas");
        schemas.retain(Reached.byOperations(older));
        SchemaWalk.over(older, new OlderOpenApi(schemas)::schema);
        // Its generators can do nothing with examples of bodies and say so.
        SchemaWalk.operations(older)
                .map(operation -> operation.at("/requestBody/content/application~1json"))
                .filter(ObjectNode.class::isInstance)
                .forEach(body -> ((ObjectNode) body).remove("examples"));
        SchemaWalk.operations(older)
                .map(operation -> operation.at("/responses/200/links"))
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .forEach(links -> links.removeIf(link -> link.has("requestBody")));
        return older;
    }

    private ObjectNode schema(ObjectNode schema, Place place) {
        schema.remove("propertyNames");
        var value = schema.remove("const");
        if (value != null) {
            schema.put("type", "string").putArray("enum").add(value);
        }
        if (schema.get("type") instanceof ArrayNode) {
            var isNullable = Nulls.takeOut(schema);
            if (schema.get("type") instanceof ArrayNode) {
                schema.remove("type");
            } else if (isNullable) {
                schema.put("nullable", true);
            }
        }
        if (SchemaWalk.reference(schema) != null && schema.size() > 1) {
            return wrapped(schema, false);
        }
        if (schema.has("anyOf") && Nulls.takeOut(schema)) {
            var choices = schema.path("anyOf");
            return choices.size() == 1
                    ? wrapped(merged(schema, (ObjectNode) choices.path(0)), true)
                    : schema.put("nullable", true);
        }
        return schema;
    }

    private static ObjectNode merged(ObjectNode schema, ObjectNode choice) {
        var merged = Json.emptyObject();
        merged.setAll(schema);
        merged.remove("anyOf");
        merged.setAll(choice);
        return merged;
    }

    /** What has a type: the component, or its choices, which all have one. */
    private JsonNode typed(JsonNode schema) {
        var name = SchemaWalk.reference(schema);
        var whole = name == null ? schema : schemas.required(name);
        return whole.has("type") ? whole : typed(whole.required("oneOf").path(0));
    }

    /**
     * A reference has nothing beside it in 3.0; null needs a type there, and an array its items.
     */
    private ObjectNode wrapped(ObjectNode reference, boolean isNullable) {
        var wrapped = Json.emptyObject();
        if (isNullable) {
            var typed = typed(reference);
            wrapped.set("type", typed.path("type"));
            if (typed.has("items")) {
                wrapped.set("items", typed.path("items"));
            }
        }
        wrapped.putArray("allOf").addObject().set("$ref", reference.get("$ref"));
        if (reference.has("description")) {
            wrapped.set("description", reference.get("description"));
        }
        if (isNullable) {
            wrapped.put("nullable", true);
        }
        return wrapped;
    }
}
