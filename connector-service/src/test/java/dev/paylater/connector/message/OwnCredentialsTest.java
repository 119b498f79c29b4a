package dev.paylater.connector.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.schemas.PaymentOptions;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnCredentialsTest {

    @Test
    void what_an_operation_brings_along_wins_over_the_payment_and_that_over_the_account() {
        var credentials =
                credentials(
                        "{\"a\":\"payment\",\"b\":\"payment\",\"n\":1}", "{\"a\":\"operation\"}");
        assertThat(credentials)
                .containsOnly(
                        Map.entry("a", new Secret("operation")),
                        Map.entry("b", new Secret("payment")),
                        Map.entry("c", new Secret("account")));
    }

    @Test
    void they_may_be_json_in_a_text() {
        assertThat(credentials("\"{\\\"a\\\":\\\"text\\\"}\"", "null"))
                .containsEntry("a", new Secret("text"));
        assertThatThrownBy(() -> credentials("\"{\"", "null")).isInstanceOf(BadAccount.class);
    }

    private static Map<String, Secret> credentials(String ofPayment, String ofOperation) {
        return OwnCredentials.in(context(ofPayment, ofOperation)).account().credentials();
    }

    private static Context context(String ofPayment, String ofOperation) {
        return new Context(
                Operation.AUTHORIZE,
                "m",
                "p",
                "p_1",
                "p_1_authorize",
                "p_1_authorize",
                1,
                6540,
                "EUR",
                6540,
                0,
                "manual",
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                Map.of(),
                PaymentOptions.newBuilder().build(),
                details(ofPayment),
                details(ofOperation),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"),
                new Account(
                        "mca",
                        "m",
                        "sandbox",
                        URI.create("https://sandbox.example"),
                        Map.of("a", new Secret("account"), "c", new Secret("account")),
                        null,
                        new Fields(Map.of())));
    }

    private static Fields details(String credentials) {
        return new Fields(
                Map.of(
                        "merchant_connector_details",
                        "{\"encoded_data\":{\"connector_account_details\":" + credentials + "}}"));
    }
}
