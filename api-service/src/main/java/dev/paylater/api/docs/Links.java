package dev.paylater.api.docs;

import dev.paylater.api.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * From each answer with an id to the operations that take it: what a client, or a tool that knows
 * only the document, can call next.
 */
final class Links {

    private static final Pattern PARAMETER = Pattern.compile("[{](\\w+)[}]");

    /** Resources whose own id is plainly {@code id}. */
    private static final Map<String, String> OWN_IDS =
            Map.of("endpoint_id", "WebhookEndpoint", "delivery_id", "WebhookDelivery");

    /** What an answer shows of one resource: a list, of its first. */
    private record Shown(String pointer, String schema, JsonNode members, List<String> always) {

        /** Where in the answer a parameter's value stands. */
        @Nullable String expression(String parameter) {
            var field = schema.equals(OWN_IDS.get(parameter)) ? "id" : parameter;
            return always.contains(field)
                            && Nulls.types(members.path(field)).equals(List.of("string"))
                    ? "$response.body#" + pointer + "/" + field
                    : null;
        }

        boolean isOf(String parameter) {
            return schema.equals(OWN_IDS.get(parameter))
                    || (!always.isEmpty() && always.getFirst().equals(parameter));
        }
    }

    private final JsonNode document;

    private Links(JsonNode document) {
        this.document = document;
    }

    static void addTo(ObjectNode document) {
        var links = new Links(document);
        for (var path : document.required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                links.add(path.getKey(), (ObjectNode) operation.getValue());
            }
        }
    }

    private void add(String path, ObjectNode operation) {
        if (!(operation.at("/responses/200") instanceof ObjectNode answer)) {
            return;
        }
        var shown = shown(answer.at("/content/application~1json/schema"), "");
        if (shown == null) {
            return;
        }
        var links = new LinkedHashMap<String, ObjectNode>();
        for (var next : document.required("paths").properties()) {
            for (var method : next.getValue().properties()) {
                if (!method.getValue().equals(operation)) {
                    link(shown, path, next.getKey(), method.getKey(), method.getValue(), links);
                }
            }
        }
        if (!links.isEmpty()) {
            answer.putObject("links").setAll(links);
        }
    }

    private void link(
            Shown shown,
            String path,
            String next,
            String method,
            JsonNode operation,
            Map<String, ObjectNode> links) {
        var values = new LinkedHashMap<String, String>();
        var isAboutIt = false;
        var wanted = parameters(next);
        var required = required(operation);
        for (var name : Stream.concat(wanted.stream(), required.stream()).toList()) {
            var expression = shown.expression(name);
            if (expression != null) {
                values.put(name, expression);
                isAboutIt |= shown.isOf(name) || method.equals("get");
            } else if (parameters(path).contains(name)) {
                values.put(name, "$request.path." + name);
            }
        }
        if (isAboutIt
                && values.size() == wanted.size() + required.size()
                && !(wanted.isEmpty() && makesAnother(shown, operation))) {
            var name = operation.required("operationId").stringValue();
            var link = Json.emptyObject().put("operationId", name);
            link.put("description", operation.path("summary").asString(""));
            if (!wanted.isEmpty()) {
                var parameters = link.putObject("parameters");
                wanted.forEach(parameter -> parameters.put(parameter, values.get(parameter)));
            }
            if (!required.isEmpty()) {
                var body = link.putObject("requestBody");
                required.forEach(field -> body.put(field, values.get(field)));
            }
            links.put(name, link);
        }
    }

    /** A create of the kind that is shown does not follow from it. */
    private boolean makesAnother(Shown shown, JsonNode operation) {
        var made = shown(operation.at("/responses/200/content/application~1json/schema"), "");
        return made != null && made.schema().equals(shown.schema());
    }

    private static List<String> parameters(String path) {
        return PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
    }

    /** The ids that a body has to name. */
    private List<String> required(JsonNode operation) {
        var schema = resolved(operation.at("/requestBody/content/application~1json/schema"));
        return schema.path("required").valueStream().map(JsonNode::stringValue).toList();
    }

    private @Nullable Shown shown(JsonNode schema, String pointer) {
        var whole = resolved(schema);
        if (whole.path("items").isObject()) {
            return shown(whole.path("items"), pointer + "/0");
        }
        var data = whole.at("/properties/data");
        if (data.path("items").isObject()) {
            return shown(data.path("items"), pointer + "/data/0");
        }
        var name = SchemaWalk.reference(schema);
        return name == null || !whole.path("properties").isObject()
                ? null
                : new Shown(
                        pointer,
                        name,
                        whole.path("properties"),
                        whole.path("required").valueStream().map(JsonNode::stringValue).toList());
    }

    private JsonNode resolved(JsonNode schema) {
        var name = SchemaWalk.reference(schema);
        return name == null ? schema : document.at("/components/schemas").required(name);
    }
}
