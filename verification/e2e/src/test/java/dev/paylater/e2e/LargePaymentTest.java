package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever anybody makes a payment carry, it stays within what can be sent, and stops nobody. */
@ExtendWith(RunningStack.class)
class LargePaymentTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final int ATTACKED = 9;
    private static final int OTHERS = 40;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String LARGE = "x".repeat(500_000);

    @Test
    void a_browser_that_sends_large_confirms_stops_nobody() {
        var attacked = new ArrayList<String>();
        for (var i = 0; i < ATTACKED; i++) {
            attacked.add(attack());
        }
        for (var i = 0; i < OTHERS; i++) {
            var paid = MERCHANT.pay("", "automatic").expect(200);
            assertThat(paid.string("status")).isEqualTo("succeeded");
        }
        for (var paymentId : attacked) {
            MERCHANT.await(paymentId, SOON, "requires_confirmation", "succeeded");
        }
    }

    /** Three confirms from the customer's browser, each of a legal size. */
    private static String attack() {
        var body = MerchantClient.with(MerchantClient.body("", "automatic"), "\"confirm\": false");
        var payment = MERCHANT.post("/payments", body).expect(200);
        var paymentId = payment.string("payment_id");
        for (var field : List.of("connector_metadata", "ctp_service_details", "feature_metadata")) {
            var confirm =
                    "{\"client_secret\": \"%s\", \"%s\": {\"note\": \"%s\"}}"
                            .formatted(payment.string("client_secret"), field, LARGE);
            var answer =
                    MerchantClient.CUSTOMER.post("/payments/" + paymentId + "/confirm", confirm);
            assertThat(answer.status()).as(answer.text()).isIn(200, 400, 422);
        }
        return paymentId;
    }

    @Test
    void what_a_payment_carries_is_bounded_after_merging_and_money_still_moves() {
        var body = MerchantClient.with(MerchantClient.body("", "manual"), "\"confirm\": false");
        var path = "/payments/" + MERCHANT.post("/payments", body).expect(200).string("payment_id");
        MERCHANT.post(path, "{\"ctp_service_details\": {\"note\": \"%s\"}}".formatted(LARGE))
                .expect(200);
        var refused =
                MERCHANT.post(path, "{\"connector_metadata\": {\"note\": \"%s\"}}".formatted(LARGE))
                        .expect(422);
        assertThat(refused.errorCode()).isEqualTo("IR_06");
        assertThat(refused.json().path("error").path("message").asString())
                .contains("at most 720896");

        MERCHANT.post(path + "/confirm", "{}").expect(200);
        MERCHANT.await(path.substring("/payments/".length()), SOON, "requires_capture");
        var captured = MERCHANT.post(path + "/capture", "{}").expect(200);
        assertThat(captured.string("status")).isEqualTo("succeeded");
    }
}
