package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document says what is served, to whom, and its examples work as they stand. */
class InterfaceDescriptionTest {

    private static final RunningApi API = RunningApi.shared();
    private static final OpenApi OPEN_API = new OpenApi();
    private static final Forms FORMS = new Forms(OPEN_API);

    /** Served for providers and customers' browsers, or about the service itself. */
    private static final List<String> UNDESCRIBED =
            List.of(
                    "/webhooks/",
                    "/pay/",
                    "/elements/",
                    "/docs",
                    "/openapi.json",
                    "/openapi-3.0.json",
                    "/asyncapi.json",
                    "redirect");

    /** Every operation that takes a body, with its examples. */
    static Stream<Arguments> operationsWithBody() {
        return OPEN_API.document().required("paths").properties().stream()
                .flatMap(path -> path.getValue().valueStream())
                .filter(operation -> operation.has("requestBody"))
                .map(
                        operation ->
                                Arguments.of(
                                        operation.required("operationId").stringValue(),
                                        operation.at("/requestBody/content/application~1json")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operationsWithBody")
    void every_operation_that_takes_a_body_has_examples_of_the_right_form(
            String operation, JsonNode body) {
        var form = FORMS.of(body.at("/schema/$ref").stringValue().replaceAll(".*/", ""));

        assertThat(body.path("examples").size()).isPositive();
        for (var example : body.path("examples")) {
            form.check((ObjectNode) example.required("value"));
        }
    }

    static Stream<Arguments> examples() {
        var examples = new ArrayList<Arguments>();
        for (var path : OPEN_API.document().required("paths").properties()) {
            var post = path.getValue().path("post");
            if (path.getKey().startsWith("/refunds")
                    || path.getKey().contains("{")
                    || !post.at("/security/0").has("secret_key")) {
                // A refund needs a captured payment: verification/e2e sends these to the whole
                // system. The others are about something that has to be there already.
                continue;
            }
            var response = post.at("/responses/200/content/application~1json/schema/$ref");
            for (var example :
                    post.at("/requestBody/content/application~1json/examples").properties()) {
                examples.add(
                        Arguments.of(
                                path.getKey(),
                                example.getKey(),
                                example.getValue().required("value").toString(),
                                response.asString("").replaceAll(".*/", "")));
            }
        }
        return examples.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("examples")
    void an_example_works(String path, String name, String body, String response) {
        var answer = API.post(path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        FORMS.of(response).check((ObjectNode) answer.json());
    }

    @Test
    void a_payment_is_as_it_is_described_wherever_it_is_shown() {
        var payment = API.create(", \"billing\": {\"address\": {\"city\": \"Berlin\"}}");
        FORMS.of("Payment").check((ObjectNode) payment);
        var id = payment.path("payment_id").asString();
        FORMS.of("Payment").check((ObjectNode) API.get("/payments/" + id).json());
        FORMS.of("Payment").check((ObjectNode) API.get("/payments/list").json().at("/0/data/0"));
        FORMS.of("ErrorResponse").check((ObjectNode) API.post("/payments", "{}").json());
        FORMS.of("Timeline").check((ObjectNode) API.get("/payments/" + id + "/timeline").json());
    }

    @Test
    void every_endpoint_is_described_with_the_keys_it_takes() {
        API.endpoints()
                .forEach(
                        (mapping, method) -> {
                            var allows = method.getMethodAnnotation(Allows.class);
                            for (var path : mapping.getPatternValues()) {
                                var verb =
                                        mapping.getMethodsCondition()
                                                .getMethods()
                                                .iterator()
                                                .next();
                                var operation = operation(path, verb.name());
                                // Pages for people: ConsoleTest has a row for each of them.
                                if (ConsoleDoor.isOfConsole(path)) {
                                    assertThat(operation.isMissingNode()).as(path).isTrue();
                                    continue;
                                }
                                if (path.equals("/")
                                        || UNDESCRIBED.stream().anyMatch(path::contains)) {
                                    assertThat(allows).as(path).isNull();
                                    continue;
                                }
                                assertThat(operation.isMissingNode())
                                        .as(verb + " " + path)
                                        .isFalse();
                                assertThat(allows).as(path).isNotNull();
                                assertThat(securityOf(operation))
                                        .as(path)
                                        .containsExactlyInAnyOrderElementsOf(
                                                Stream.of(allows.value())
                                                        .map(kind -> scheme(kind, allows.scope()))
                                                        .toList());
                            }
                        });
    }

    private static JsonNode operation(String path, String verb) {
        return OPEN_API.document().required("paths").properties().stream()
                .filter(entry -> shape(entry.getKey()).equals(shape(path)))
                .findFirst()
                .map(Map.Entry::getValue)
                .map(operations -> operations.path(verb.toLowerCase(Locale.ROOT)))
                .orElseGet(() -> OPEN_API.document().path("nothing"));
    }

    private static String shape(String path) {
        return path.replaceAll("\\{\\w+}", "{}");
    }

    /** For example {@code secret_key[payments.read]}. */
    private static List<String> securityOf(JsonNode operation) {
        return operation
                .path("security")
                .valueStream()
                .flatMap(security -> security.properties().stream())
                .map(
                        scheme ->
                                scheme.getKey()
                                        + scheme.getValue()
                                                .valueStream()
                                                .map(JsonNode::stringValue)
                                                .toList())
                .toList();
    }

    private static String scheme(KeyKind kind, Scope... scopes) {
        return kind.wireName()
                + "_key"
                + Stream.of(scopes)
                        .filter(scope -> scope.kind() == kind)
                        .map(Scope::wireName)
                        .toList();
    }
}
