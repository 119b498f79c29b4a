package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import java.net.http.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An error that the OpenAPI document does not name for the operation is a defect in any test; the
 * page that a browser gets in place of one has no code to look for.
 */
final class DescribedErrors {

    private static final JsonNode PATHS = new OpenApi().document().required("paths");

    private DescribedErrors() {}

    static void check(HttpResponse<String> response) {
        if (response.statusCode() < 400
                || response.headers()
                        .firstValue("content-type")
                        .filter(type -> type.startsWith("text/html"))
                        .isPresent()) {
            return;
        }
        operation(response)
                .ifPresent(
                        operation -> {
                            var code = Json.read(response.body()).at("/error/code").stringValue();
                            assertThat(codes(operation, response.statusCode()))
                                    .as(response + " " + response.body())
                                    .contains(code);
                        });
    }

    private static Optional<JsonNode> operation(HttpResponse<String> response) {
        var path = response.uri().getPath();
        var verb = response.request().method().toLowerCase(Locale.ROOT);
        return PATHS.properties().stream()
                .filter(
                        described ->
                                path.matches(described.getKey().replaceAll("\\{\\w+}", "[^/]+")))
                .min(Comparator.comparing(described -> described.getKey().contains("{")))
                .map(Map.Entry::getValue)
                .map(methods -> methods.path(verb))
                .filter(JsonNode::isObject);
    }

    /**
     * The codes that are described for a status, from what its description begins its parts with.
     */
    private static List<String> codes(JsonNode operation, int status) {
        var described =
                operation.required("responses").path(Integer.toString(status)).path("description");
        return List.of(described.asString("").replaceAll(":[^;]*", "").split("; "));
    }
}
