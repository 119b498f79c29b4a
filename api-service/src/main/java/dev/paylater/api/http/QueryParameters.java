package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.OpenApi;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerMapping;
import tools.jackson.databind.JsonNode;

/** Refuses query parameters that a call does not have: a filter that is ignored misleads. */
@Component
final class QueryParameters {

    private final Map<String, Set<String>> known = new HashMap<>();

    QueryParameters(OpenApi api) {
        for (var path : api.document().required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                known.put(
                        Audit.name(operation.getKey(), path.getKey()), names(operation.getValue()));
            }
        }
    }

    private static Set<String> names(JsonNode operation) {
        return operation
                .path("parameters")
                .valueStream()
                .filter(parameter -> parameter.required("in").stringValue().equals("query"))
                .map(parameter -> parameter.required("name").stringValue())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks the query of a call that was matched.
     *
     * @throws ApiException naming each parameter that the call does not have
     */
    void check(HttpServletRequest request) {
        if (request.getQueryString() == null) {
            return;
        }
        var method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        var path = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        var expected = known.getOrDefault(Audit.name(method, path), Set.of());
        var unknown =
                Collections.list(request.getParameterNames()).stream()
                        .filter(name -> !expected.contains(name))
                        .map(name -> Problem.malformed(name, "is not a parameter of this call"))
                        .toList();
        if (!unknown.isEmpty()) {
            throw ApiException.of(unknown);
        }
    }
}
