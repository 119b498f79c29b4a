package dev.paylater.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What docs/openapi.json describes, a row each: "GET /refunds/{refund_id}" is an operation, "GET
 * /refunds/{refund_id} ?force_sync" a query parameter, "Refund.amount" a field. A field belongs to
 * the schema that names it, wherever that is used; what lies in a nameless object has a longer row.
 * A body without one of its fields is made by this walk as well.
 */
final class Described {

    static final Described API = new Described(Path.of("..", "..", "docs", "openapi.json"));

    private static final List<String> PARTS = List.of("oneOf", "anyOf", "allOf");

    private final JsonNode document;

    private Described(Path file) {
        try {
            document = JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> operations() {
        return operationNodes()
                .flatMap(operation -> operation.rows())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> parameters() {
        return operationNodes()
                .flatMap(
                        operation ->
                                operation
                                        .node()
                                        .path("parameters")
                                        .valueStream()
                                        .filter(p -> p.path("in").asString().equals("query"))
                                        .flatMap(p -> Stream.of(p.path("name"), p.path("x-also")))
                                        .filter(JsonNode::isString)
                                        .map(name -> operation.row() + " ?" + name.stringValue()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The fields of all bodies that are taken. */
    Set<String> taken() {
        return fieldsOf(operationNodes().map(operation -> operation.node().path("requestBody")));
    }

    /** The fields of all bodies that are given. */
    Set<String> given() {
        return fieldsOf(
                operationNodes()
                        .flatMap(
                                operation ->
                                        operation.node().path("responses").properties().stream())
                        .filter(response -> response.getKey().startsWith("2"))
                        .map(response -> response.getValue()));
    }

    /** The body of a request without the field of this row, wherever it lies. */
    String without(String row, String method, String path, String body) {
        var json = JsonMapper.shared().readTree(body);
        operationOf(method, path)
                .forEach(o -> drop(row, "", schema(o.node().path("requestBody")), json));
        return json.toString();
    }

    /** The path of a request without the query parameter of this row. */
    String withoutParameter(String row, String method, String path) {
        var mark = path.indexOf('?');
        var isOther = operationOf(method, path).noneMatch(o -> row.startsWith(o.row() + " ?"));
        if (mark < 0 || isOther) {
            return path;
        }
        var name = row.substring(row.indexOf('?') + 1);
        var left =
                Stream.of(path.substring(mark + 1).split("&", -1))
                        .filter(parameter -> !parameter.startsWith(name + "="))
                        .collect(Collectors.joining("&"));
        return path.substring(0, mark) + (left.isEmpty() ? "" : "?" + left);
    }

    private record Operation(String method, String path, JsonNode node) {

        String row() {
            return method.toUpperCase(Locale.ROOT) + " " + path;
        }

        /** One for each path that it has. */
        Stream<String> rows() {
            return Stream.of(path, node.path("x-also-at").asString(path))
                    .map(each -> method.toUpperCase(Locale.ROOT) + " " + each)
                    .distinct();
        }
    }

    private Stream<Operation> operationNodes() {
        return document.path("paths").properties().stream()
                .flatMap(
                        path ->
                                path.getValue().properties().stream()
                                        .map(
                                                one ->
                                                        new Operation(
                                                                one.getKey(),
                                                                path.getKey(),
                                                                one.getValue())));
    }

    /** A path without parameters is meant before one that has some. */
    private Stream<Operation> operationOf(String method, String path) {
        var plain = path.replaceFirst("\\?.*", "");
        var fitting =
                operationNodes()
                        .filter(o -> o.method().equalsIgnoreCase(method))
                        .filter(
                                o ->
                                        Description.fits(o.path(), plain)
                                                || Description.fits(also(o), plain))
                        .toList();
        var exact = fitting.stream().filter(o -> o.path().equals(plain)).toList();
        return (exact.isEmpty() ? fitting : exact).stream().limit(1);
    }

    private static String also(Operation operation) {
        return operation.node().path("x-also-at").asString(operation.path());
    }

    private Set<String> fieldsOf(Stream<JsonNode> bodies) {
        var rows = new TreeSet<String>();
        var seen = new HashSet<String>();
        bodies.forEach(body -> collect("", schema(body), seen, rows::add));
        return rows;
    }

    private static JsonNode schema(JsonNode body) {
        return body.at("/content/application~1json/schema");
    }

    private void collect(String owner, JsonNode schema, Set<String> seen, Consumer<String> rows) {
        if (schema.has("$ref")) {
            var name = name(schema);
            if (seen.add(name)) {
                collect(owner(name), named(name), seen, rows);
            }
        }
        parts(schema).forEach(part -> collect(owner, part, seen, rows));
        schema.path("properties")
                .properties()
                .forEach(
                        property -> {
                            var row = owner + "." + property.getKey();
                            rows.accept(row);
                            collect(row, property.getValue(), seen, rows);
                        });
    }

    private void drop(String row, String owner, JsonNode schema, JsonNode value) {
        if (value.isArray()) {
            value.forEach(item -> drop(row, owner, schema, item));
        }
        if (schema.has("$ref")) {
            drop(row, owner(name(schema)), named(name(schema)), value);
        }
        parts(schema).forEach(part -> drop(row, owner, part, value));
        if (value instanceof ObjectNode object) {
            schema.path("properties")
                    .properties()
                    .forEach(
                            property -> {
                                var field = owner + "." + property.getKey();
                                if (field.equals(row)) {
                                    object.remove(property.getKey());
                                } else if (object.has(property.getKey())) {
                                    drop(
                                            row,
                                            field,
                                            property.getValue(),
                                            object.path(property.getKey()));
                                }
                            });
        }
    }

    /** Schemas that say more of the same value, and that of a list's items. */
    private static List<JsonNode> parts(JsonNode schema) {
        var parts = new ArrayList<JsonNode>();
        PARTS.forEach(word -> schema.path(word).forEach(parts::add));
        if (schema.has("items")) {
            parts.add(schema.path("items"));
        }
        return parts;
    }

    private JsonNode named(String name) {
        return document.path("components").path("schemas").path(name);
    }

    /** Bodies that have the same members have one set of rows. */
    private String owner(String schema) {
        return named(schema).path("x-members-of").asString(schema);
    }

    private static String name(JsonNode schema) {
        var reference = text(schema, "$ref");
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }
}
