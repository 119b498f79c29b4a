package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Step;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a provider needs in a country, by docs/makers/connector-witnesses.md: it is asked for by
 * name.
 */
final class NeededTest {

    @ParameterizedTest
    @ValueSource(strings = {"AU/AUD", "US/USD"})
    void klarna_needs_the_state(String market) {
        assertThat(refusal("klarna", market, "invoice", "/billing/address/state"))
                .contains("state");
        assertThat(
                        sent("klarna", market, "invoice", null)
                                .at("/billing_address/region")
                                .asString(""))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/birth_date, birth date", "/billing/phone, phone"})
    void riverty_needs_to_know_a_person_in_the_netherlands(String without, String what) {
        assertThat(refusal("riverty", "NL/EUR", "invoice", without)).contains(what);
        assertThat(sent("riverty", "DE/EUR", "invoice", without).path("customer")).isNotEmpty();
    }

    /** As RestClient.php of its plugin has it (486-512). */
    @Test
    void riverty_debits_instalments_in_germany() {
        assertThat(refusal("riverty", "DE/EUR", "installment_invoice", null)).contains("iban");
        assertThat(
                        sent("riverty", "NL/EUR", "installment_invoice", null)
                                .path("payment")
                                .has("directDebit"))
                .isFalse();
    }

    /** A checkout without an address is taken, one with half an address is not. */
    @ParameterizedTest
    @ValueSource(strings = {"/billing/address/city", "/billing/address/state"})
    void afterpay_gets_an_address_whole_or_not_at_all(String without) {
        assertThat(sent("afterpay_clearpay", "AU/AUD", "invoice", without).has("billing"))
                .isFalse();
        assertThat(sent("afterpay_clearpay", "AU/AUD", "invoice", null).has("billing")).isTrue();
    }

    /** Why no order is made. */
    private static String refusal(
            String name, String market, String type, @Nullable String without) {
        var step = last(name, market, type, without);
        assertThat(step).isInstanceOf(Step.Done.class);
        var decline = ((Step.Done) step).result().decline();
        return String.valueOf(Objects.requireNonNull(decline).error().message());
    }

    /** The body that makes the order. */
    private static JsonNode sent(
            String name, String market, String type, @Nullable String without) {
        var step = last(name, market, type, without);
        assertThat(step).as("%s", step).isInstanceOf(Step.Call.class);
        return Exchanges.JSON.readTree(Objects.requireNonNull(((Step.Call) step).call().body()));
    }

    /** What comes of an order: its call, or a refusal; one that is asked about first is unknown. */
    private static Step last(String name, String market, String type, @Nullable String without) {
        var payment = new RichPayment(market);
        var authorization = AuthorizationExchange.of(name);
        var exchange = payment.asked(authorization.file(), authorization.exchange());
        var context = (ObjectNode) exchange.path("context");
        context.put("amount", payment.total()).put("sub_type", type);
        context.putObject("settings").put("installment_profile", 7);
        if (without != null) {
            var end = without.lastIndexOf('/');
            ((ObjectNode) context.path("terms").at(without.substring(0, end)))
                    .remove(List.of(without.substring(end + 1)));
        }
        var given = Exchanges.context(name, authorization.file(), exchange);
        var step = AuthorizationExchange.connector(name).perform(payment.context(given), false);
        while (step instanceof Step.Call call && call.call().body() == null) {
            step = Exchanges.answered(call, Exchanges.JSON.readTree("{\"status\": 404}"));
        }
        return step;
    }
}
