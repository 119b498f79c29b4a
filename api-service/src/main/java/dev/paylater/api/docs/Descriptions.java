package dev.paylater.api.docs;

import dev.paylater.api.docs.SchemaWalk.Kind;
import dev.paylater.api.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The words for fields and parameters that carry none of their own: one text for a name, wherever
 * it stands, and another ({@code Schema.name}) where it means something else.
 */
public final class Descriptions {

    private static final String DESCRIPTION = "description";

    private Descriptions() {}

    static void addTo(ObjectNode document) {
        var words = words();
        SchemaWalk.over(
                document,
                (schema, place) -> {
                    var name = String.valueOf(place.member());
                    var text = text(words, String.valueOf(place.owner()), name);
                    if (place.kind() == Kind.MEMBER
                            && !schema.has(DESCRIPTION)
                            && !text.isEmpty()) {
                        schema.put(DESCRIPTION, text);
                    }
                    return schema;
                });
        SchemaWalk.operations(document)
                .flatMap(operation -> operation.path("parameters").valueStream())
                .filter(parameter -> words.has(parameter.path("name").asString("")))
                .filter(parameter -> !parameter.has(DESCRIPTION))
                .forEach(
                        parameter ->
                                ((ObjectNode) parameter)
                                        .set(
                                                DESCRIPTION,
                                                words.path(parameter.path("name").stringValue())));
    }

    private static String text(JsonNode words, String owner, String name) {
        return words.path(owner + "." + name).asString(words.path(name).asString(""));
    }

    /** What a member of a schema is; empty: nothing is said of it. */
    public static String of(String schema, String member) {
        return text(words(), schema, member);
    }

    static JsonNode words() {
        return resource("/openapi/descriptions.json");
    }

    static JsonNode resource(String name) {
        try (var stream = Objects.requireNonNull(Descriptions.class.getResourceAsStream(name))) {
            return Json.read(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
