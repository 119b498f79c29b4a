package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpHeaders;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The check that every answer of every test goes through does find what is wrong. */
@ExtendWith(RunningStack.class)
class DescriptionTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /payments/pay_00000000000000000000000000, 200, '{}'",
        "GET, /payments/list, 200, '[{\"size\": 1}]'",
        "POST, /pay_00000000000000000000000000/complete_authorize, 200, '{\"status\": \"lost\"}'",
        "POST, /payments, 400, '{\"error\": \"no\"}'",
        "GET, /nothing/here, 404, '{}'",
        "GET, /disputes/list, 200, '{\"data\": [{}], \"has_more\": false}'",
        "GET, /customers, 200, '{\"data\": []}'",
        "POST, /refunds/list, 200, '{\"count\": 0, \"total_count\": 0, \"data\": [], \"more\": 1}'"
    })
    void an_answer_that_is_not_as_described_is_found(
            String method, String path, int status, String body) {
        var description = Description.ofRunningSystem();
        var request =
                MerchantClient.SANDBOX
                        .request(path)
                        .method(method, java.net.http.HttpRequest.BodyPublishers.noBody())
                        .build();
        var answer = new ApiAnswer(status, HttpHeaders.of(Map.of(), (_, _) -> true), body);
        assertThatThrownBy(() -> description.check(request, answer))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not as described");
    }

    /** Those that need nothing which is there already. */
    static Stream<Arguments> examples() {
        var paths = Description.ofRunningSystem().document().path("paths").properties();
        return paths.stream()
                .filter(path -> !path.getKey().contains("{"))
                .filter(path -> path.getValue().at("/post/security/0").has("secret_key"))
                .flatMap(
                        path ->
                                path
                                        .getValue()
                                        .at(
                                                "/post/requestBody/content/application~1json"
                                                        + "/examples")
                                        .properties()
                                        .stream()
                                        .filter(example -> !namesPayment(example.getValue()))
                                        .map(
                                                example ->
                                                        Arguments.of(
                                                                path.getKey(),
                                                                example.getKey(),
                                                                example.getValue().path("value"))));
    }

    private static boolean namesPayment(JsonNode example) {
        return example.at("/value/payment_id").isString();
    }

    /** Merchant checks each answer against the schema that is described for it. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("examples")
    void an_example_works_as_it_stands(String path, String name, JsonNode body) {
        MerchantClient.SANDBOX.post(path, body.toString()).expect(200);
    }

    @Test
    void an_answer_that_is_as_described_passes() {
        MerchantClient.SANDBOX.get("/payments/list").expect(200);
        MerchantClient.SANDBOX.get("/payments/nobody").expect(404);
    }
}
