package dev.paylater.api.docs;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which components the bodies of requests and of answers, or whole operations, are made of. */
final class Reached {

    private final JsonNode schemas;
    private final Set<String> names = new HashSet<>();

    private Reached(JsonNode schemas) {
        this.schemas = schemas;
    }

    static Set<String> byRequests(ObjectNode document) {
        var reached = new Reached(document.required("components").required("schemas"));
        paths(document).forEach(operation -> reached.add(operation.path("requestBody")));
        return reached.names;
    }

    static Set<String> byAnswers(ObjectNode document) {
        var components = document.required("components");
        var reached = new Reached(components.required("schemas"));
        reached.add(components.required("responses"));
        reached.add(document.path("webhooks"));
        paths(document).forEach(operation -> reached.add(operation.path("responses")));
        return reached.names;
    }

    static Set<String> byOperations(ObjectNode document) {
        var components = document.required("components");
        var reached = new Reached(components.required("schemas"));
        reached.add(components.required("responses"));
        reached.add(components.required("parameters"));
        reached.add(document.required("paths"));
        return reached.names;
    }

    /** The operations that are called; those of webhooks are called by this service. */
    private static Stream<JsonNode> paths(ObjectNode document) {
        return document.required("paths").valueStream().flatMap(JsonNode::valueStream);
    }

    static Set<String> byRequestsOnly(ObjectNode document) {
        var answers = byAnswers(document);
        return byRequests(document).stream()
                .filter(name -> !answers.contains(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    private void add(JsonNode node) {
        var name = SchemaWalk.reference(node);
        if (name != null && names.add(name)) {
            add(schemas.required(name));
        }
        node.forEach(this::add);
    }
}
