package dev.paylater.api.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.docs.SchemaWalk.Kind;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The interface as it is published: the document that bodies are checked against, in a form that
 * linters find nothing in and generators make usable clients of. It accepts and promises the same.
 */
public final class PublishedOpenApi {

    private static final String MEMBERS_OF = "x-members-of";
    private static final String ALIAS = "x-alias-of";
    private static final String ALSO = "x-also";
    private static final String ALSO_AT = "x-also-at";

    private final byte[] current;
    private final byte[] older;

    public PublishedOpenApi(OpenApi api) {
        var document = (ObjectNode) api.document().deepCopy();
        leaveOutAliases(document);
        writeOutMembers(document);
        leaveOnlyChoices(document);
        saySecurity(document);
        addIdempotencyKeys(document);
        WebhookSection.addTo(document);
        Descriptions.addTo(document);
        NamedParts.in(document);
        Nulls.in(document);
        leaveAnswersOpen(document);
        wantValues(document);
        Links.addTo(document);
        current = Json.text(document).getBytes(UTF_8);
        older = Json.text(OlderOpenApi.of(document)).getBytes(UTF_8);
    }

    /** In OpenAPI 3.1. */
    public byte[] current() {
        return current.clone();
    }

    /** In OpenAPI 3.0. */
    public byte[] older() {
        return older.clone();
    }

    /**
     * A second path of an operation and a second name of a parameter are one too many in a client:
     * the first says that there is another.
     */
    private static void leaveOutAliases(ObjectNode document) {
        var paths = (ObjectNode) document.required("paths");
        for (var path : List.copyOf(paths.propertyNames())) {
            for (var operation : paths.required(path)) {
                alias(operation)
                        .ifPresent(
                                first -> {
                                    operationNamed(document, first).put(ALSO_AT, path);
                                    paths.remove(path);
                                });
            }
        }
        SchemaWalk.operations(document)
                .map(operation -> operation.path("parameters"))
                .forEach(PublishedOpenApi::leaveOutAliases);
    }

    private static void leaveOutAliases(JsonNode parameters) {
        for (var parameter : List.copyOf(parameters.valueStream().toList())) {
            alias(parameter)
                    .ifPresent(
                            first -> {
                                var other = parameter.required("name").stringValue();
                                parameters
                                        .valueStream()
                                        .filter(one -> one.path("name").asString("").equals(first))
                                        .forEach(one -> ((ObjectNode) one).put(ALSO, other));
                                ((ArrayNode) parameters).removeIf(parameter::equals);
                            });
        }
    }

    private static Optional<String> alias(JsonNode node) {
        return Optional.ofNullable(node.get(ALIAS)).map(JsonNode::stringValue);
    }

    private static ObjectNode operationNamed(ObjectNode document, String name) {
        return SchemaWalk.operations(document)
                .filter(it -> it.required("operationId").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A body that has another's members has them itself: beside $ref generators see nothing. */
    private static void writeOutMembers(ObjectNode document) {
        var schemas = (ObjectNode) document.required("components").required("schemas");
        for (var name : List.copyOf(schemas.propertyNames())) {
            var schema = (ObjectNode) schemas.required(name);
            var other = SchemaWalk.reference(schema);
            if (other != null) {
                var whole = (ObjectNode) schemas.required(other).deepCopy();
                schema.remove(SchemaWalk.REFERENCE);
                whole.setAll(schema);
                whole.put(MEMBERS_OF, other);
                schemas.set(name, whole);
            }
        }
        var text = Json.text(document);
        schemas.valueStream()
                .map(schema -> schema.path(MEMBERS_OF).asString(""))
                .filter(name -> !text.contains("\"" + SchemaWalk.NAMED + name + "\""))
                .collect(Collectors.toSet())
                .forEach(schemas::remove);
    }

    /** Where the choices say all, what they have in common is said twice. */
    private static void leaveOnlyChoices(ObjectNode document) {
        for (var schema : document.required("components").required("schemas")) {
            if (schema.has("oneOf")) {
                ((ObjectNode) schema).remove(List.of("type", "required", "properties"));
            }
        }
    }

    /** Scopes stand apart: lists beside keys in headers are for OAuth in what linters know. */
    private static void saySecurity(ObjectNode document) {
        SchemaWalk.operations(document)
                .forEach(
                        operation -> {
                            var scopes = Json.emptyObject();
                            for (var keys : operation.required("security")) {
                                for (var key : ((ObjectNode) keys).properties()) {
                                    scopes.set(key.getKey(), key.getValue().deepCopy());
                                    ((ObjectNode) keys).putArray(key.getKey());
                                }
                            }
                            operation.set("x-scopes", scopes);
                            operation.put("description", description(operation, scopes));
                        });
    }

    private static String description(JsonNode operation, JsonNode scopes) {
        var words =
                scopes.valueStream()
                        .flatMap(JsonNode::valueStream)
                        .map(JsonNode::stringValue)
                        .distinct()
                        .toList();
        var text =
                operation
                        .path("description")
                        .asString(operation.path("summary").asString("") + ".");
        return words.isEmpty()
                ? text
                : text + " A key with scopes needs `" + String.join("` or `", words) + "`.";
    }

    private static void addIdempotencyKeys(ObjectNode document) {
        var parameter =
                ((ObjectNode) document.required("components"))
                        .putObject("parameters")
                        .putObject("IdempotencyKey");
        parameter
                .put("name", "Idempotency-Key")
                .put("in", "header")
                .put("required", false)
                .put(
                        "description",
                        "With the same key and body the first answer is given again for 24 hours"
                                + " (`Idempotent-Replayed: true`), and nothing is done twice.");
        parameter
                .putObject("schema")
                .put("type", "string")
                .put("minLength", 1)
                .put("maxLength", 255);
        for (var path : document.required("paths")) {
            for (var operation : path.properties()) {
                var node = (ObjectNode) operation.getValue();
                if (node.path("x-error-codes")
                        .valueStream()
                        .anyMatch(it -> it.asString().equals("ID_01"))) {
                    (node.has("parameters")
                                    ? node.withArray("parameters")
                                    : node.putArray("parameters"))
                            .addObject()
                            .put("$ref", "#/components/parameters/IdempotencyKey");
                }
            }
        }
    }

    /** What answers have later is for clients to ignore, not to stumble over. */
    private static void leaveAnswersOpen(ObjectNode document) {
        var answers = Reached.byAnswers(document);
        SchemaWalk.over(
                document,
                (schema, place) -> {
                    if (place.kind() == Kind.COMPONENT
                            && answers.contains(place.owner())
                            && schema.path("additionalProperties").isBoolean()
                            && !schema.path("additionalProperties").booleanValue()) {
                        schema.remove("additionalProperties");
                    }
                    return schema;
                });
    }

    /** A parameter has a value or is left out. */
    private static void wantValues(ObjectNode document) {
        for (var operation : SchemaWalk.operations(document).toList()) {
            for (var parameter : operation.path("parameters")) {
                var schema = parameter.path("schema");
                var single = schema.has("items") ? schema.path("items") : schema;
                if (single.path("type").asString("").equals("string")
                        && !single.has("format")
                        && !single.has("minLength")) {
                    ((ObjectNode) single).put("minLength", 1);
                }
                if (schema.has("items")) {
                    ((ObjectNode) schema).put("minItems", 1);
                }
            }
        }
    }
}
