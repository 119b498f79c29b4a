package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a merchant asks for happens at the provider, or the answer says that it does not. */
@ExtendWith(RunningStack.class)
class OptionEffectsTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @ValueSource(strings = {"automatic", "sequential_automatic"})
    void a_part_is_captured_at_once_and_the_rest_is_released(String captureMethod) {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", captureMethod), "\"amount_to_capture\": 1000");
        var id = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        var captured = MERCHANT.await(id, Duration.ofSeconds(10), "partially_captured");
        assertThat(captured.number("amount_received")).isEqualTo(1000);
        assertThat(captured.number("amount_cancelled")).isEqualTo(5540);
        assertThat(captured.number("amount_capturable")).isZero();
        assertThat(captured.string("capture_method")).isEqualTo(captureMethod);
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 1000", "void 5540");
    }

    @Test
    void a_part_is_at_least_one() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"), "\"amount_to_capture\": 0");
        var refused = MERCHANT.post("/payments", body).expect(422);
        assertThat(refused.errorCode()).isEqualTo("IR_06");
        assertThat(refused.json().at("/error/param").asString()).isEqualTo("amount_to_capture");
    }

    @Test
    void an_authorization_does_not_grow_unless_that_was_asked_for() {
        var payment = MERCHANT.pay("", "manual").expect(200);
        assertThat(payment.json().path("incremental_authorization_allowed").asBoolean(true))
                .isFalse();
        var id = payment.string("payment_id");
        var refused =
                MERCHANT.post(
                        "/payments/" + id + "/incremental_authorization", "{\"amount\": 7000}");
        assertThat(refused.expect(400).errorCode()).isEqualTo("IR_16");
        assertThat(ProviderLedger.ledgerOf(id)).containsExactly("authorize 6540");
    }

    @Test
    void metadata_is_changed_key_by_key_also_after_the_capture() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"metadata\": {\"a\": \"1\", \"b\": 2}");
        var id = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        var updated =
                MERCHANT.post("/payments/" + id, "{\"metadata\": {\"a\": \"\", \"c\": \"3\"}}")
                        .expect(200);
        assertThat(updated.json().path("metadata").toString()).isEqualTo("{\"b\":2,\"c\":\"3\"}");
    }

    @Test
    void the_merchants_reference_of_the_order_is_not_ignored() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"merchant_order_reference_id\": \"order-7\"");
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.json().path("warnings").isNull()).isTrue();
    }

    @Test
    void what_the_connector_ignores_is_named_in_the_answer() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"frm_metadata\": {\"risk\": \"low\"}, \"connector_metadata\": {\"hint\":"
                                + " 1}, \"skip_external_tax_calculation\": false");
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.string("status")).isEqualTo("succeeded");
        assertThat(payment.json().path("warnings").findValuesAsString("param"))
                .containsExactlyInAnyOrder("frm_metadata", "connector_metadata");
        assertThat(payment.json().path("warnings").findValuesAsString("code"))
                .containsOnly("IR_37");
        var read = MERCHANT.payment(payment.string("payment_id"));
        assertThat(read.json().path("warnings")).isEqualTo(payment.json().path("warnings"));
    }
}
