package dev.paylater.connector.provider;

import dev.paylater.connector.provider.Order.Links;
import dev.paylater.schemas.PaymentOptions;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders and accounts that tests begin with. */
public final class Orders {

    public static final Account ACCOUNT =
            new Account(
                    "mca_1",
                    "merchant_1",
                    "sandbox",
                    URI.create("https://sandbox.example/v1"),
                    Map.of("api_key", new Secret("sandbox_one")),
                    new Secret("whsec_one"),
                    new Fields(Map.of()));

    private static final String BILLING =
            """
            {"address": {"first_name": "Åda", "last_name": "Jönes", "line1": "Main St 1",
             "zip": "10115", "city": "Berlin", "country": "DE"}, "email": "ada@example.com"}\
            """;

    private Orders() {}

    public static Order of(Operation operation) {
        return of(operation, 6540, "sbp_1", Map.of(), Map.of("billing", BILLING), "manual");
    }

    public static Order first(Map<String, String> terms) {
        return of(Operation.AUTHORIZE, 6540, null, Map.of(), terms, "manual");
    }

    public static Order first(String captureMethod) {
        return of(
                Operation.AUTHORIZE,
                6540,
                null,
                Map.of(),
                Map.of("billing", BILLING),
                captureMethod);
    }

    public static Order of(
            Operation operation,
            long amount,
            @Nullable String transactionId,
            Map<String, String> state,
            Map<String, String> terms,
            String captureMethod) {
        var id = "pay_1_1_" + operation.wireName();
        return new Order(
                operation,
                "merchant_1",
                "pay_1",
                "pay_1_1",
                id,
                id,
                1,
                amount,
                "EUR",
                6540,
                0,
                captureMethod,
                Instant.EPOCH,
                transactionId,
                null,
                state,
                PaymentOptions.newBuilder().build(),
                new Fields(terms),
                new Fields(Map.of("reason", "\"broken\"")),
                operation == Operation.REFUND ? "ref_1" : null,
                new Links("https://pay.example/return", "https://pay.example/hook"));
    }
}
