package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.UnreadableAnswer;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.PaymentOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs each connector over its provider's documented calls and answers: {@code
 * exchanges/<connector>.json}.
 */
final class ExchangesTest {

    /** Where a fact is from, most trusted first. */
    private static final Set<String> TRUST =
            Set.of("openapi", "sdk", "plugin", "documentation", "assumed", "own protocol");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

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
                        .anyMatch(one -> operation(one) == operation);
            }
        }
    }

    private static DynamicTest test(Connector connector, JsonNode file, JsonNode exchange) {
        return dynamicTest(
                connector.name() + ": " + exchange.path("name").asString(""),
                () -> run(connector, file, exchange));
    }

    private static void run(Connector connector, JsonNode file, JsonNode exchange) {
        var context = context(connector.name(), file, exchange);
        var step =
                exchange.path("inquiry").asBoolean(false)
                        ? connector.inquire(context)
                        : connector.perform(context, exchange.path("retry").asBoolean(false));
        for (var expected : exchange.path("calls")) {
            assertThat(step).as("there is a call %s", expected).isInstanceOf(Step.Call.class);
            var call = (Step.Call) step;
            assertThat(written(call.call(), expected.path("request")))
                    .isEqualTo(expected.path("request"));
            step = answered(call, expected.path("answer"));
        }
        assertThat(step).isInstanceOf(Step.Done.class);
        assertThat(written(((Step.Done) step).result())).isEqualTo(exchange.path("result"));
    }

    private static Step answered(Step.Call call, JsonNode answer) {
        var headers = new HashMap<String, String>();
        answer.path("headers")
                .forEachEntry(
                        (name, value) ->
                                headers.put(name.toLowerCase(Locale.ROOT), value.asString()));
        try {
            return call.then()
                    .apply(
                            new HttpAnswer(
                                    answer.path("status").asInt(),
                                    headers,
                                    answer.has("body") ? answer.path("body").toString() : ""));
        } catch (UnreadableAnswer e) {
            return Step.done(ProviderResult.unknown("unreadable"));
        }
    }

    /** A call as it is written in the file; of its headers those that the file names. */
    private static JsonNode written(HttpCall call, JsonNode expected) {
        var json = object().put("call", call.method() + " " + call.path());
        if (expected.has("headers")) {
            var headers = json.putObject("headers");
            expected.path("headers")
                    .propertyNames()
                    .forEach(name -> headers.put(name, call.headers().get(name)));
        }
        if (call.body() != null) {
            json.set("body", JSON.readTree(call.body()));
        }
        // Read again: numbers are compared as they are written.
        return JSON.readTree(json.toString());
    }

    private static JsonNode written(ProviderResult result) {
        var json = object().put("status", result.status().name());
        if (result.amount() != null) {
            json.put("amount", result.amount());
        }
        var decline = result.decline();
        if (decline != null) {
            put(json, "outcome", decline.outcome().name());
            put(json, "code", decline.error().code());
            put(json, "message", decline.error().message());
            put(json, "unified", decline.error().unified().name());
        }
        var action = result.nextAction();
        if (action != null) {
            put(json, "action", action.type());
            put(json, "url", action.url());
        }
        var books = result.books();
        if (books != null) {
            json.putObject("books")
                    .put("captured", books.captured())
                    .put("refunded", books.refunded());
        }
        var data = result.data();
        put(json, "transaction", data.transactionId());
        put(json, "reference", data.referenceId());
        put(json, "operation", data.operationReference());
        put(json, "mandate", data.mandateId());
        if (!data.state().isEmpty()) {
            var state = json.putObject("state");
            data.state().forEach(state::put);
        }
        return JSON.readTree(json.toString());
    }

    private static void put(ObjectNode json, String name, @Nullable String text) {
        if (text != null) {
            json.put(name, text);
        }
    }

    private static Operation operation(JsonNode exchange) {
        return Operation.of(exchange.path("operation").asString(""));
    }

    /** What the file says of every exchange, and what this one says instead. */
    private static Context context(String connector, JsonNode file, JsonNode exchange) {
        var operation = operation(exchange);
        var given = object();
        file.path("context").forEachEntry(given::set);
        exchange.path("context").forEachEntry(given::set);
        var payment = given.path("payment").asString("pay_01JABCDEFGHJKMNPQRSTVWXYZ0");
        var id = payment + "_1_" + operation.wireName();
        var amount = given.path("amount").asLong(2000);
        return new Context(
                operation,
                "merchant_1",
                payment,
                payment + "_1",
                id,
                id,
                1,
                amount,
                given.path("currency").asString("EUR"),
                given.path("authorized").asLong(2000),
                given.path("captured").asLong(0),
                given.path("capture_method").asString("manual"),
                Instant.parse("2026-01-02T03:04:05Z"),
                given.path("transaction").asString(null),
                given.path("mandate").asString(null),
                texts(given.path("state")),
                PaymentOptions.newBuilder()
                        .setPaymentMethodType(given.path("sub_type").asString(null))
                        .build(),
                new Fields(jsonTexts(given.path("terms"))),
                new Fields(jsonTexts(given.path("details"))),
                operation == Operation.REFUND ? "ref_1" : null,
                new Links("https://pay.example/return", "https://pay.example/hook"),
                account(connector, file, given));
    }

    private static Account account(String connector, JsonNode file, JsonNode given) {
        var credentials = new HashMap<String, Secret>();
        texts(file.path("credentials"))
                .forEach((name, value) -> credentials.put(name, new Secret(value)));
        return new Account(
                "mca_1",
                "merchant_1",
                connector,
                null,
                credentials,
                null,
                new Fields(jsonTexts(given.path("settings"))));
    }

    private static Map<String, String> texts(JsonNode json) {
        var texts = new HashMap<String, String>();
        json.forEachEntry((name, value) -> texts.put(name, value.asString()));
        return Map.copyOf(texts);
    }

    private static Map<String, String> jsonTexts(JsonNode json) {
        var texts = new HashMap<String, String>();
        json.forEachEntry((name, value) -> texts.put(name, value.toString()));
        return Map.copyOf(texts);
    }

    private static JsonNode file(String connector) {
        var name = "/exchanges/" + connector + ".json";
        try (var stream = ExchangesTest.class.getResourceAsStream(name)) {
            assertThat(stream).as(name).isNotNull();
            return JSON.readTree(new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
