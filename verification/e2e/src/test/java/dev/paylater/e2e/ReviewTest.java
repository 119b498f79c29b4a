package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the merchant decides about a payment in review reaches the provider. */
@ExtendWith(RunningStack.class)
class ReviewTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @CsvSource({"manual, requires_capture", "automatic, succeeded"})
    void an_approved_payment_goes_on_as_its_capture_method_says(String method, String status) {
        var paymentId = MERCHANT.pay("review", method).expect(200).string("payment_id");
        var approved = MERCHANT.post("/payments/" + paymentId + "/approve", "{}").expect(200);
        assertThat(approved.string("status")).isEqualTo(status);
        assertThat(approved.string("merchant_decision")).isEqualTo("approved");
        assertThat(ProviderLedger.requestsOf(paymentId))
                .anyMatch(call -> call.endsWith("/approve"));
        assertThat(ProviderLedger.ledgerOf(paymentId)).first().isEqualTo("authorize 6540");
        if (method.equals("manual")) {
            var captured = MERCHANT.post("/payments/" + paymentId + "/capture", "{}").expect(200);
            assertThat(captured.string("status")).isEqualTo("succeeded");
        }
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "capture 6540");
    }

    @Test
    void a_rejected_payment_is_voided_and_fails_for_good() {
        var paymentId = MERCHANT.pay("review", "manual").expect(200).string("payment_id");
        var rejected =
                MERCHANT.post("/payments/" + paymentId + "/reject", "{\"reason\": \"not ours\"}")
                        .expect(200);
        assertThat(rejected.string("status")).isEqualTo("failed");
        assertThat(rejected.string("merchant_decision")).isEqualTo("rejected");
        assertThat(rejected.json().path("manual_retry_allowed").asBoolean()).isFalse();
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "void 6540");
        assertThat(MERCHANT.post("/payments/" + paymentId + "/confirm", "{}").errorCode())
                .isEqualTo("IR_16");
    }

    @ParameterizedTest
    @CsvSource({"approve", "reject"})
    void there_is_nothing_to_decide_in_another_status(String decision) {
        var paymentId = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        var refused = MERCHANT.post("/payments/" + paymentId + "/" + decision, "{}").expect(400);
        assertThat(refused.errorCode()).isIn("IR_14", "IR_16");
        assertThat(refused.json().at("/error/message").asString()).contains("requires_capture");
    }
}
