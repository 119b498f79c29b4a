package dev.paylater.e2e;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the running system says about itself at /openapi.json. An answer of a described operation
 * that is not as described there is a defect, whatever the test that got it is about. Clients are
 * not told that no field will ever be added; here a field that is not described is a defect too.
 */
public final class Description {

    /** For providers and customers' browsers, or about the service itself. */
    private static final List<String> UNDESCRIBED =
            List.of(
                    "/webhooks/",
                    "/pay/",
                    "/docs",
                    "/openapi.json",
                    "/openapi-3.0.json",
                    "/asyncapi.json",
                    "/redirect/",
                    "/actuator");

    private final JsonNode document;
    private final Schema root;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private Description(JsonNode document) {
        this.document = document;
        var registry =
                SchemaRegistry.withDialect(
                        dialect(),
                        builder ->
                                builder.schemaRegistryConfig(
                                        SchemaRegistryConfig.builder()
                                                .formatAssertionsEnabled(true)
                                                .typeLoose(false)
                                                .build()));
        root =
                registry.getSchema(
                        SchemaLocation.of("urn:paylater:openapi"), closed(document.deepCopy()));
    }

    /** Objects whose members are described have no others. */
    private static JsonNode closed(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        schema.forEach(Description::closed);
        return schema;
    }

    /** As it is served right now. */
    public static Description ofRunningSystem() {
        return new Description(new MerchantClient("").get("/openapi.json").expect(200).json());
    }

    /** The description itself. */
    public JsonNode document() {
        return document;
    }

    /** Fails unless the answer has the form that is described for its request. */
    void check(HttpRequest request, ApiAnswer answer) {
        var path = request.uri().getPath();
        if (!isOfApi(request.uri()) || UNDESCRIBED.stream().anyMatch(path::contains)) {
            return;
        }
        var operation = operation(path, request.method().toLowerCase(Locale.ROOT));
        var described = operation.path("responses").path(String.valueOf(answer.status()));
        if (operation.isObject() && !isNamed(described, answer)) {
            throw new AssertionError(
                    "%s %s answers %d with an error that is not named there: %s"
                            .formatted(request.method(), path, answer.status(), answer.text()));
        }
        var reference =
                described.isMissingNode()
                        ? "#/components/schemas/ErrorResponse"
                        : described.at("/content/application~1json/schema/$ref").asString();
        var problems = schema(reference).validate(answer.json());
        if (!problems.isEmpty()) {
            throw new AssertionError(
                    "%s %s answers %d not as described by %s: %s%n%s"
                            .formatted(
                                    request.method(),
                                    path,
                                    answer.status(),
                                    reference,
                                    problems,
                                    answer.text()));
        }
    }

    /** An error's code is named where its status is described. */
    private static boolean isNamed(JsonNode described, ApiAnswer answer) {
        return answer.status() < 400
                || described.path("description").asString("").contains(answer.errorCode() + ":");
    }

    private static boolean isOfApi(URI uri) {
        return uri.toString().startsWith(MerchantClient.BASE + "/");
    }

    /** A path without parameters is meant before one that has some. */
    private JsonNode operation(String path, String method) {
        var paths = document.path("paths");
        return Stream.concat(
                        Stream.concat(
                                        Stream.of(path),
                                        paths.propertyNames().stream()
                                                .filter(shape -> fits(shape, path)))
                                .map(shape -> paths.path(shape).path(method)),
                        paths.valueStream()
                                .map(methods -> methods.path(method))
                                .filter(one -> fits(one.path("x-also-at").asString(""), path)))
                .filter(JsonNode::isObject)
                .findFirst()
                .orElseGet(() -> document.path("nothing"));
    }

    static boolean fits(String shape, String path) {
        var wanted = shape.split("/", -1);
        var parts = path.split("/", -1);
        return wanted.length == parts.length
                && Stream.iterate(0, i -> i < parts.length, i -> i + 1)
                        .allMatch(i -> wanted[i].startsWith("{") || wanted[i].equals(parts[i]));
    }

    private Schema schema(String reference) {
        return schemas.computeIfAbsent(
                reference.substring(reference.lastIndexOf('/') + 1),
                name ->
                        root.getRefSchema(
                                new NodePath(PathType.JSON_POINTER)
                                        .append("components")
                                        .append("schemas")
                                        .append(name)));
    }

    /** The members of an OpenAPI document are no rules; without this each would be warned about. */
    private static Dialect dialect() {
        var builder = Dialect.builder(Dialects.getDraft202012());
        Stream.of("openapi", "info", "servers", "paths", "components")
                .forEach(name -> builder.keyword(new NonValidationKeyword(name)));
        return builder.build();
    }
}
