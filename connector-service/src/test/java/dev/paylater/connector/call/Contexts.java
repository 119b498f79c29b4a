package dev.paylater.connector.call;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.schemas.PaymentOptions;
import java.net.URI;
import java.time.Instant;
import java.util.Map;

/** What tests of the caller begin with. */
final class Contexts {

    private static final Account ACCOUNT =
            new Account(
                    "mca_1",
                    "merchant_1",
                    "sandbox",
                    URI.create("https://sandbox.example/v1"),
                    Map.of("api_key", new Secret("sandbox_one")),
                    new Secret("whsec_one"),
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
                6540,
                "EUR",
                6540,
                0,
                "manual",
                Instant.EPOCH,
                Instant.EPOCH,
                "sbp_1",
                null,
                Map.of(),
                PaymentOptions.newBuilder().build(),
                new Fields(Map.of()),
                new Fields(Map.of()),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"),
                ACCOUNT);
    }
}
