package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Runs each connector over its provider's documented calls and answers: {@code
 * exchanges/<connector>.json}.
 */
final class ExchangesTest {

    /** Where a fact is from, most trusted first. */
    private static final Set<String> TRUST =
            Set.of("seen", "openapi", "sdk", "plugin", "documentation", "assumed", "own protocol");

    @TestFactory
    Stream<DynamicTest> exchanges() {
        return Connectors.all().stream()
                .flatMap(
                        connector -> {
                            var file = file(connector.name());
                            return StreamSupport.stream(file.path("exchanges").spliterator(), false)
                                    .map(exchange -> test(connector, file, exchange));
                        });
    }

    @Test
    void every_operation_of_every_connector_has_an_exchange_with_its_source() {
        for (var connector : Connectors.all()) {
            var file = file(connector.name());
            var exchanges = file.path("exchanges");
            for (var exchange : exchanges) {
                assertThat(exchange.path("trust").asString("")).isIn(TRUST);
                assertThat(exchange.path("source").asString("")).isNotBlank();
            }
            assertThat(file.path("read").asString("")).matches("\\d{4}-\\d{2}(-\\d{2})?");
            for (var operation : connector.capabilities().idempotency().keySet()) {
                assertThat(exchanges)
                        .as("%s %s", connector.name(), operation)
                        .anyMatch(one -> Exchanges.operation(one) == operation);
            }
        }
    }

    private static DynamicTest test(Connector connector, JsonNode file, JsonNode exchange) {
        return dynamicTest(
                connector.name() + ": " + exchange.path("name").asString(""),
                () -> run(connector, file, exchange));
    }

    private static void run(Connector connector, JsonNode file, JsonNode exchange) {
        var step = Exchanges.begin(connector, file, exchange);
        for (var expected : exchange.path("calls")) {
            assertThat(step).as("there is a call %s", expected).isInstanceOf(Step.Call.class);
            var call = (Step.Call) step;
            var request = expected.path("request");
            assertThat(Exchanges.written(call.call(), request.path("headers").propertyNames()))
                    .isEqualTo(request);
            step = Exchanges.answered(call, expected.path("answer"));
        }
        assertThat(step).isInstanceOf(Step.Done.class);
        assertThat(Exchanges.written(((Step.Done) step).result()))
                .isEqualTo(exchange.path("result"));
    }

    private static JsonNode file(String connector) {
        var name = "/exchanges/" + connector + ".json";
        try (var stream = ExchangesTest.class.getResourceAsStream(name)) {
            assertThat(stream).as(name).isNotNull();
            return Exchanges.JSON.readTree(new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
