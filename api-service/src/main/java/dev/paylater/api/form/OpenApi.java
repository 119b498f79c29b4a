package dev.paylater.api.form;

import dev.paylater.api.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document: a file, completed by the schemas of the payment options and by the errors
 * of each operation. Bodies are checked against it and answers are laid out by it.
 */
@Component
public final class OpenApi {

    private static final String RESOURCE = "/openapi/openapi.json";
    static final String REFERENCE_PREFIX = "#/components/schemas/";

    private final JsonNode document;
    private final Map<String, String> wordsOfPatterns = new HashMap<>();

    public OpenApi() {
        try (var stream = Objects.requireNonNull(OpenApi.class.getResourceAsStream(RESOURCE))) {
            document = Json.read(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        OptionSchemas.addTo((ObjectNode) document.required("components").required("schemas"));
        OperationErrors.addTo(document);
        for (var schema : document.findParents("pattern")) {
            wordsOfPatterns.put(
                    schema.required("pattern").stringValue(),
                    schema.required("x-pattern-words").stringValue());
        }
    }

    public JsonNode document() {
        return document;
    }

    /** What a text has to be for a pattern of the document: "must begin with https://". */
    public String wordsOfPattern(String pattern) {
        return Objects.requireNonNull(wordsOfPatterns.get(pattern));
    }

    /** The schema with this name, with a reference followed. */
    public JsonNode schema(String name) {
        return resolve(document.required("components").required("schemas").required(name));
    }

    /** Follows the reference of a schema that is one. */
    public JsonNode resolve(JsonNode schema) {
        var reference = schema.get("$ref");
        return reference == null
                ? schema
                : schema(reference.asString().substring(REFERENCE_PREFIX.length()));
    }
}
