package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Context.Links;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.Map;

/** What tests of the kit begin with. */
final class Contexts {

    static final Account ACCOUNT =
            new Account(
                    "mca_1",
                    "merchant_1",
                    "any",
                    null,
                    Map.of("token", new Secret("t")),
                    new Secret("secret"),
                    new Fields(Map.of()));

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

    static HttpAnswer answer(int status, String json) {
        return new HttpAnswer(status, Map.of(), json.replace('\'', '"'));
    }
}
