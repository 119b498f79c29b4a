package dev.paylater.api.docs;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Visits every schema of an OpenAPI document, the innermost first, and may put another there. */
final class SchemaWalk {

    static final String REFERENCE = "$ref";
    static final String NAMED = "#/components/schemas/";
    static final List<String> CHOICES = List.of("oneOf", "anyOf", "allOf");

    /** What a schema is of. */
    enum Kind {
        COMPONENT,
        MEMBER,
        ITEM,
        VALUE,
        CHOICE,
        PARAMETER,
        BODY
    }

    /**
     * Where a schema stands.
     *
     * @param owner the component or operation, with the members that lead there
     * @param member of the innermost object, or the parameter
     */
    record Place(String owner, @Nullable String member, Kind kind, boolean required) {

        /** The component that it lies in. */
        String component() {
            return owner.replaceFirst("[.].*", "");
        }

        private Place inside(Kind other) {
            return new Place(owner, member, other, false);
        }

        private Place member(String name, boolean isRequired) {
            return new Place(
                    member == null ? owner : owner + "." + member, name, Kind.MEMBER, isRequired);
        }
    }

    /** Makes of one schema another; the same where nothing changes. */
    @FunctionalInterface
    interface Change {
        ObjectNode apply(ObjectNode schema, Place place);
    }

    private final Change change;

    private SchemaWalk(Change change) {
        this.change = change;
    }

    static void over(ObjectNode document, Change change) {
        var walk = new SchemaWalk(change);
        var components = (ObjectNode) document.required("components");
        var schemas = (ObjectNode) components.required("schemas");
        for (var name : List.copyOf(schemas.propertyNames())) {
            walk.change(schemas, name, new Place(name, null, Kind.COMPONENT, false));
        }
        components.path("parameters").forEach(parameter -> walk.parameter("", parameter));
        components.path("responses").forEach(response -> walk.bodies("", response));
        operations(document).forEach(walk::operation);
    }

    /** Every operation of the paths and of the webhooks. */
    static Stream<ObjectNode> operations(JsonNode document) {
        return Stream.of("paths", "webhooks")
                .flatMap(section -> document.path(section).valueStream())
                .flatMap(JsonNode::valueStream)
                .map(ObjectNode.class::cast);
    }

    private void operation(ObjectNode operation) {
        var name = operation.path("operationId").asString("");
        operation.path("parameters").forEach(parameter -> parameter(name, parameter));
        bodies(name, operation.path("requestBody"));
        operation.path("responses").forEach(response -> bodies(name, response));
    }

    private void parameter(String operation, JsonNode parameter) {
        if (parameter.has("schema")) {
            var name = parameter.required("name").stringValue();
            change(
                    (ObjectNode) parameter,
                    "schema",
                    new Place(operation, name, Kind.PARAMETER, true));
        }
    }

    private void bodies(String operation, JsonNode holder) {
        for (var content : holder.path("content")) {
            if (content.has("schema")) {
                change((ObjectNode) content, "schema", new Place(operation, null, Kind.BODY, true));
            }
        }
    }

    private void change(ObjectNode holder, String name, Place place) {
        if (holder.get(name) instanceof ObjectNode schema) {
            inner(schema, place);
            holder.set(name, change.apply(schema, place));
        }
    }

    private void inner(ObjectNode schema, Place place) {
        if (schema.get("properties") instanceof ObjectNode properties) {
            var required =
                    schema.path("required").valueStream().map(JsonNode::stringValue).toList();
            for (var name : List.copyOf(properties.propertyNames())) {
                change(properties, name, place.member(name, required.contains(name)));
            }
        }
        change(schema, "items", place.inside(Kind.ITEM));
        change(schema, "additionalProperties", place.inside(Kind.VALUE));
        for (var word : CHOICES) {
            if (schema.get(word) instanceof ArrayNode choices) {
                for (var i = 0; i < choices.size(); i++) {
                    var choice = (ObjectNode) choices.get(i);
                    inner(choice, place.inside(Kind.CHOICE));
                    choices.set(i, change.apply(choice, place.inside(Kind.CHOICE)));
                }
            }
        }
    }

    /** The name of the component that a schema refers to. */
    static @Nullable String reference(JsonNode schema) {
        var reference = schema.path(REFERENCE).asString("");
        return reference.startsWith(NAMED) ? reference.substring(NAMED.length()) : null;
    }
}
