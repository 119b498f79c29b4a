package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Context.Links;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What tests of the kit begin with. */
final class Contexts {

    static final Account ACCOUNT =
            account(Map.of("token", new Secret("t")), new Secret("secret"), Map.of());

    private Contexts() {}

    static Context of(Operation operation) {
        var id = "pay_1_1_" + operation.wireName();
        return new Context(
                operation,
                "merchant_1",
                "pay_1",
                "pay_1_1",
                id,
                id,
                1,
                2000,
                "EUR",
                2000,
                0,
                "manual",
                Instant.EPOCH,
                Instant.EPOCH,
                "o/1",
                null,
                Map.of("page", "p 1"),
                PaymentOptions.newBuilder().build(),
                new Fields(Map.of()),
                new Fields(Map.of()),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"),
                ACCOUNT);
    }

    static Account account(
            Map<String, Secret> credentials,
            @Nullable Secret webhookSecret,
            Map<String, String> settings) {
        return new Account(
                "mca_1",
                "merchant_1",
                "any",
                null,
                credentials,
                webhookSecret,
                new Fields(settings));
    }

    /** The result of a rule whose call is answered like this. */
    static ProviderResult result(Rule rule, Context context, int status, String json) {
        return result(call(rule.begin(context)).then().apply(answer(status, json)));
    }

    static ProviderResult result(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).result();
    }

    static Step.Call call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return (Step.Call) step;
    }

    static JsonNode json(String text) {
        return answer(200, text).json();
    }

    static HttpAnswer answer(int status, String json) {
        return new HttpAnswer(status, Map.of(), json.replace('\'', '"'));
    }
}
