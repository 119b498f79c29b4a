package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.KnownValues;
import dev.paylater.api.form.OpenApi;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerMapping;
import tools.jackson.databind.JsonNode;

/**
 * Refuses query parameters that a call does not have, and values of another form than the
 * description gives: a filter that is ignored misleads.
 */
@Component
final class QueryParameters {

    /** {@code Page} checks its range and words the refusal. */
    private static final String LIMIT = "limit";

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,19}");

    private final Map<String, Map<String, JsonNode>> known = new HashMap<>();

    /** Of the description, compiled when a call is first made with the parameter. */
    private final Map<String, Pattern> patterns = new ConcurrentHashMap<>();

    private final OpenApi api;

    QueryParameters(OpenApi api) {
        this.api = api;
        for (var path : api.document().required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                known.put(
                        Audit.name(operation.getKey(), path.getKey()),
                        schemas(operation.getValue()));
            }
        }
    }

    private static Map<String, JsonNode> schemas(JsonNode operation) {
        return operation
                .path("parameters")
                .valueStream()
                .filter(parameter -> parameter.required("in").stringValue().equals("query"))
                .collect(
                        Collectors.toUnmodifiableMap(
                                parameter -> parameter.required("name").stringValue(),
                                parameter -> parameter.required("schema")));
    }

    /**
     * Checks the query of a call that was matched.
     *
     * @throws ApiException naming each parameter that the call does not have, or that has a value
     *     of another form
     */
    void check(HttpServletRequest request) {
        if (request.getQueryString() == null) {
            return;
        }
        var method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        var path = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        var expected = known.getOrDefault(Audit.name(method, path), Map.of());
        var query = Query.of(request.getQueryString());
        var problems = new ArrayList<Problem>();
        for (var name : query.names()) {
            var schema = expected.get(name);
            var complaint =
                    schema == null
                            ? Optional.of("is not a parameter of this call")
                            : complaint(name, api.resolve(schema), query.all(name));
            complaint.map(text -> Problem.malformed(name, text)).ifPresent(problems::add);
        }
        if (!problems.isEmpty()) {
            throw ApiException.of(problems);
        }
    }

    private Optional<String> complaint(String name, JsonNode schema, List<String> values) {
        if (name.equals(LIMIT)) {
            return Optional.empty();
        }
        if (values.stream().anyMatch(String::isEmpty)) {
            return Optional.of("must have a value, or be left out");
        }
        if (schema.path("type").asString("").equals("array")) {
            return Optional.empty();
        }
        if (values.size() > 1) {
            return Optional.of("must be given once");
        }
        return complaint(schema, values.getFirst());
    }

    private Optional<String> complaint(JsonNode schema, String value) {
        var enumeration =
                schema.path("enum")
                        .valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::stringValue)
                        .toList();
        if (!enumeration.isEmpty()) {
            return enumeration.contains(value)
                    ? Optional.empty()
                    : Optional.of(KnownValues.complaint(enumeration, value));
        }
        if (value.length() > schema.path("maxLength").intValue(Integer.MAX_VALUE)) {
            return Optional.of("must have at most " + schema.path("maxLength") + " characters");
        }
        if (schema.has("pattern")) {
            var pattern = schema.required("pattern").stringValue();
            if (!patterns.computeIfAbsent(pattern, Pattern::compile).matcher(value).find()) {
                return Optional.of(api.wordsOfPattern(pattern));
            }
        }
        return switch (schema.path("type").asString("")) {
            case "boolean" ->
                    value.equals("true") || value.equals("false")
                            ? Optional.empty()
                            : Optional.of("must be true or false");
            case "integer" ->
                    INTEGER.matcher(value).matches()
                            ? Optional.empty()
                            : Optional.of("must be a whole number in the digits 0 to 9");
            default -> Optional.empty();
        };
    }
}
