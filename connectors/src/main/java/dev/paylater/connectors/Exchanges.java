package dev.paylater.connectors;

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
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of {@code exchanges/<connector>.json}: what a connector is given, the calls that it
 * makes, what they are answered and what comes of it. Tests run connectors over such files, and
 * what is recorded at a provider is written as one.
 */
public final class Exchanges {

    /** Numbers are kept as they are written. */
    public static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    /** The payment of every exchange that names no other. */
    public static final String PAYMENT = "pay_01JABCDEFGHJKMNPQRSTVWXYZ0";

    public static final String REFUND = "ref_1";

    private Exchanges() {}

    /** The first step of what the exchange is about. */
    public static Step begin(Connector connector, JsonNode file, JsonNode exchange) {
        var context = context(connector.name(), file, exchange);
        return exchange.path("inquiry").asBoolean(false)
                ? connector.inquire(context)
                : connector.perform(context, exchange.path("retry").asBoolean(false));
    }

    /** Goes on with an answer as the file has it. */
    public static Step answered(Step.Call call, JsonNode answer) {
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

    /** A call as it is written in the file, with these of its headers. */
    public static JsonNode written(HttpCall call, Collection<String> names) {
        var json = object().put("call", call.method() + " " + call.path());
        if (!names.isEmpty()) {
            var headers = json.putObject("headers");
            names.forEach(name -> headers.put(name, call.headers().get(name)));
        }
        if (call.body() != null) {
            json.set("body", JSON.readTree(call.body()));
        }
        // Read again: numbers are compared as they are written.
        return JSON.readTree(json.toString());
    }

    /** A result as it is written in the file. */
    public static JsonNode written(ProviderResult result) {
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

    public static Operation operation(JsonNode exchange) {
        return Operation.of(exchange.path("operation").asString(""));
    }

    /** What the file says of every exchange, and what this one says instead. */
    public static Context context(String connector, JsonNode file, JsonNode exchange) {
        var operation = operation(exchange);
        var given = object();
        file.path("context").forEachEntry(given::set);
        exchange.path("context").forEachEntry(given::set);
        var payment = given.path("payment").asString(PAYMENT);
        var id = payment + "_1_" + operation.wireName();
        var amount = given.path("amount").asLong(2000);
        var issuedAt = Instant.parse(given.path("issued_at").asString("2026-01-02T03:04:05Z"));
        return new Context(
                operation,
                "merchant_1",
                payment,
                payment + "_1",
                id,
                id,
                given.path("sequence").asInt(1),
                amount,
                given.path("currency").asString("EUR"),
                given.path("authorized").asLong(2000),
                given.path("captured").asLong(0),
                given.path("capture_method").asString("manual"),
                issuedAt,
                Instant.parse(given.path("first_requested_at").asString(issuedAt.toString())),
                given.path("transaction").asString(null),
                given.path("mandate").asString(null),
                texts(given.path("state")),
                PaymentOptions.newBuilder()
                        .setAmount(amount)
                        .setPaymentType(given.path("payment_type").asString(null))
                        .setPaymentMethodType(given.path("sub_type").asString(null))
                        .build(),
                new Fields(jsonTexts(given.path("terms"))),
                new Fields(jsonTexts(given.path("details"))),
                operation == Operation.REFUND ? REFUND : null,
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

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
