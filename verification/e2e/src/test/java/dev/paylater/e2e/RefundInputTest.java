package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a merchant can get wrong about refunds, and the answer to each. */
@ExtendWith(RunningStack.class)
class RefundInputTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @Test
    void an_amount_below_the_least_is_refused_while_more_is_left() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        assertThat(refund(MERCHANT, paymentId, 99).expect(422).errorCode()).isEqualTo("IR_05");
    }

    @Test
    void an_amount_above_what_is_left_is_refused() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        assertThat(refund(MERCHANT, paymentId, 6541).expect(400).errorCode()).isEqualTo("IR_13");
    }

    @Test
    void exactly_the_rest_may_be_less_than_the_least() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        refund(MERCHANT, paymentId, 6490).expect(200);
        refund(MERCHANT, paymentId, 50).expect(200);
    }

    @Test
    void a_payment_that_does_not_exist_is_not_found() {
        var unknown = "pay_00000000000000000000000000";
        assertThat(refund(MERCHANT, unknown, 500).expect(404).errorCode()).isEqualTo("HE_02");
    }

    @Test
    void another_merchants_payment_is_not_found() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        assertThat(refund(MerchantClient.OTHER, paymentId, 500).expect(404).errorCode())
                .isEqualTo("HE_02");
    }

    @Test
    void a_payment_that_was_never_captured_is_refused_by_its_status() {
        var paymentId = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        var refused = refund(MERCHANT, paymentId, 500).expect(400);
        assertThat(refused.errorCode()).isEqualTo("IR_14");
        assertThat(refused.text()).contains("requires_capture");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400 | IR_04",
                "{'start_time': '2026-02-01T00:00:00Z', 'end_time': '2026-01-01T00:00:00Z'} | 422 |"
                        + " IR_06",
                "{'start_time': '2026-01-01T00:00:00Z', 'limit': 0} | 422 | IR_05",
                "{'start_time': '2026-01-01T00:00:00Z', 'limit': 101} | 422 | IR_05"
            })
    void a_list_that_makes_no_sense_is_refused(String body, int status, String code) {
        var answer = MERCHANT.post("/refunds/list", body.replace('\'', '"'));
        assertThat(answer.expect(status).errorCode()).isEqualTo(code);
    }

    private static ApiAnswer refund(MerchantClient merchant, String paymentId, long amount) {
        return merchant.post(
                "/refunds",
                "{\"payment_id\": \"%s\", \"amount\": %d}".formatted(paymentId, amount));
    }
}
