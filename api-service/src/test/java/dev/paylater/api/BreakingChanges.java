package dev.paylater.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What in an OpenAPI 3.1 document breaks clients that were made for an older one: what they may
 * send is refused, or what they rely on in answers is gone. New fields and new values of an enum in
 * answers are for clients to ignore. The libraries that compare such documents read OpenAPI 3.0:
 * types as lists pass them unseen (OpenAPITools/openapi-diff, issue 745).
 */
final class BreakingChanges {

    private static final List<String> UPPER_BOUNDS =
            List.of("maximum", "maxLength", "maxItems", "maxProperties");
    private static final List<String> LOWER_BOUNDS = List.of("minimum", "minLength", "minItems");
    private static final List<String> FORMS = List.of("pattern", "const");

    private enum Direction {
        REQUEST,
        ANSWER
    }

    private final JsonNode older;
    private final JsonNode newer;
    private final Set<String> compared = new HashSet<>();
    private final List<String> found = new ArrayList<>();

    private BreakingChanges(JsonNode older, JsonNode newer) {
        this.older = older;
        this.newer = newer;
    }

    static List<String> between(JsonNode older, JsonNode newer) {
        var changes = new BreakingChanges(older, newer);
        changes.paths();
        return changes.found;
    }

    private void paths() {
        for (var path : older.required("paths").properties()) {
            for (var method : path.getValue().properties()) {
                var name = method.getKey() + " " + path.getKey();
                var now = newer.required("paths").path(path.getKey()).path(method.getKey());
                if (now.isMissingNode()) {
                    found.add(name + " is gone");
                } else {
                    operation(name, method.getValue(), now);
                }
            }
        }
    }

    private void operation(String name, JsonNode before, JsonNode now) {
        for (var key : before.required("security")) {
            if (now.required("security").valueStream().noneMatch(key::equals)) {
                found.add(name + " does not take " + key);
            }
        }
        parameters(name, before.path("parameters"), now.path("parameters"));
        if (!before.at("/requestBody/required").asBoolean(false)
                && now.at("/requestBody/required").asBoolean(false)) {
            found.add(name + " needs a body");
        }
        var body = "/requestBody/content/application~1json/schema";
        schema(name + " body", before.at(body), now.at(body), Direction.REQUEST);
        var answer = "/responses/200/content/application~1json/schema";
        schema(name + " answer", before.at(answer), now.at(answer), Direction.ANSWER);
    }

    private void parameters(String name, JsonNode before, JsonNode now) {
        for (var parameter : before) {
            var same = now.valueStream().filter(one -> isSame(one, parameter)).findFirst();
            if (same.isEmpty()) {
                found.add(name + " does not take the parameter " + parameter.path("name"));
            } else {
                schema(
                        name + " parameter " + parameter.path("name"),
                        parameter.path("schema"),
                        same.get().path("schema"),
                        Direction.REQUEST);
            }
        }
        now.valueStream()
                .filter(parameter -> parameter.path("required").asBoolean(false))
                .filter(parameter -> before.valueStream().noneMatch(one -> isSame(one, parameter)))
                .forEach(added -> found.add(name + " needs the parameter " + added.path("name")));
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return one.path("name").equals(other.path("name"))
                && one.path("in").equals(other.path("in"));
    }

    private void schema(String where, JsonNode before, JsonNode now, Direction direction) {
        var pair = direction + " " + before.path("$ref") + " " + now.path("$ref");
        if (before.has("$ref") && !compared.add(pair)) {
            return;
        }
        var old = resolved(older, before);
        var young = resolved(newer, now);
        if (old.isMissingNode()) {
            return;
        }
        types(where, old, young, direction);
        if (direction == Direction.REQUEST) {
            bounds(where, old, young);
        }
        properties(where, old, young, direction);
        for (var part : List.of("items", "additionalProperties", "propertyNames")) {
            if (old.path(part).isObject()) {
                schema(where + " " + part, old.path(part), young.path(part), direction);
            }
        }
        for (var choice : List.of("oneOf", "anyOf")) {
            for (var i = 0; i < old.path(choice).size(); i++) {
                schema(
                        where + " " + choice + " " + i,
                        old.path(choice).path(i),
                        young.path(choice).path(i),
                        direction);
            }
        }
    }

    private static JsonNode resolved(JsonNode document, JsonNode schema) {
        if (schema.has("$ref")) {
            return document.at(schema.path("$ref").stringValue().substring(1));
        }
        var choices = schema.path("anyOf");
        return choices.size() == 2 && choices.path(1).path("type").asString("").equals("null")
                ? orNull(resolved(document, choices.path(0)))
                : schema;
    }

    private static JsonNode orNull(JsonNode schema) {
        var nullable = (ObjectNode) schema.deepCopy();
        texts(schema.path("type")).forEach(nullable.putArray("type").add("null")::add);
        return nullable;
    }

    private void types(String where, JsonNode old, JsonNode young, Direction direction) {
        var before = texts(old.path("type"));
        var now = texts(young.path("type"));
        var isWide = direction == Direction.REQUEST ? accepts(now, before) : accepts(before, now);
        if (!isWide) {
            found.add(where + ": type " + before + " became " + now);
        }
        if (direction == Direction.REQUEST) {
            var lost = texts(old.path("enum"));
            lost.removeAll(texts(young.path("enum")));
            if (young.has("enum") && (!old.has("enum") || !lost.isEmpty())) {
                found.add(where + ": no longer every value, " + lost);
            }
        }
    }

    /** Without a type there is no restriction. */
    private static boolean accepts(Set<String> these, Set<String> those) {
        return these.isEmpty()
                || (!those.isEmpty()
                        && those.stream()
                                .allMatch(
                                        type ->
                                                these.contains(type)
                                                        || (type.equals("integer")
                                                                && these.contains("number"))));
    }

    private static Set<String> texts(JsonNode node) {
        return node.isArray()
                ? node.valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.toCollection(TreeSet::new))
                : node.isMissingNode() ? new TreeSet<>() : new TreeSet<>(Set.of(node.asString()));
    }

    private void bounds(String where, JsonNode old, JsonNode young) {
        for (var bound : UPPER_BOUNDS) {
            if (young.has(bound)
                    && (!old.has(bound) || young.path(bound).asLong() < old.path(bound).asLong())) {
                found.add(where + ": " + bound + " is " + young.path(bound));
            }
        }
        for (var bound : LOWER_BOUNDS) {
            if (young.has(bound)
                    && (!old.has(bound) || young.path(bound).asLong() > old.path(bound).asLong())) {
                found.add(where + ": " + bound + " is " + young.path(bound));
            }
        }
        for (var form : FORMS) {
            if (young.has(form) && !young.path(form).equals(old.path(form))) {
                found.add(where + ": " + form + " is " + young.path(form));
            }
        }
    }

    private void properties(String where, JsonNode old, JsonNode young, Direction direction) {
        if (direction == Direction.REQUEST && isClosed(young) && !isClosed(old)) {
            found.add(where + ": unknown members are refused");
        }
        for (var property : old.path("properties").properties()) {
            var now = young.path("properties").path(property.getKey());
            if (!now.isMissingNode()) {
                schema(where + "." + property.getKey(), property.getValue(), now, direction);
            } else {
                found.add(where + "." + property.getKey() + " is gone");
            }
        }
        var needed =
                texts(
                        direction == Direction.REQUEST
                                ? young.path("required")
                                : old.path("required"));
        needed.removeAll(
                texts(
                        direction == Direction.REQUEST
                                ? old.path("required")
                                : young.path("required")));
        for (var name : needed) {
            found.add(
                    where
                            + "."
                            + name
                            + (direction == Direction.REQUEST
                                    ? " is required"
                                    : " may be missing"));
        }
    }

    private static boolean isClosed(JsonNode schema) {
        return schema.has("additionalProperties")
                && !schema.path("additionalProperties").asBoolean(true);
    }
}
