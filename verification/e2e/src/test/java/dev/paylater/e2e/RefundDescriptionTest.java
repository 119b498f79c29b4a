package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The merchant's own words about a refund can be changed, wherever it is shown. */
@ExtendWith(RunningStack.class)
class RefundDescriptionTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void new_words_reach_the_refund_and_the_payment() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var refundId =
                MERCHANT.post(
                                "/refunds",
                                """
                                {"payment_id": "%s", "amount": 500, "reason": "too bright",
                                 "metadata": {"ticket": "9"}}
                                """
                                        .formatted(paymentId))
                        .expect(200)
                        .string("refund_id");

        MERCHANT.post("/refunds/" + refundId, "{\"reason\": \"broken\", \"metadata\": {\"a\": 1}}")
                .expect(200);

        var refund = MERCHANT.get("/refunds/" + refundId).expect(200);
        assertThat(refund.string("reason")).isEqualTo("broken");
        assertThat(refund.json().at("/metadata/a").asInt()).isEqualTo(1);
        MERCHANT.await(
                paymentId,
                PATIENCE,
                payment ->
                        payment.json().at("/refunds/0/reason").asString("").equals("broken")
                                && payment.json().at("/refunds/0/metadata/a").asInt(0) == 1);
    }
}
