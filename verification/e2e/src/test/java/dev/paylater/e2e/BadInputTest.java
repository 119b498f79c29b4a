package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What makes no sense is answered in the one error shape and changes nothing. */
@ExtendWith(RunningStack.class)
class BadInputTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "'{not json', 400, IR_06",
                "'[]', 422, IR_05",
                "'{}', 400, IR_04",
                "'{\"amount\": \"6540\", \"currency\": \"EUR\"}', 422, IR_05",
                "'{\"amount\": 1.5, \"currency\": \"EUR\"}', 422, IR_05",
                "'{\"amount\": -1, \"currency\": \"EUR\"}', 422, IR_05",
                "'{\"amount\": 9223372036854775808, \"currency\": \"EUR\"}', 422, IR_05",
                "'{\"amount\": 6540, \"currency\": \"XXY\"}', 422, IR_05",
                "'{\"amount\": 6540, \"currency\": \"EUR\", \"capture_method\": \"never\"}', 422,"
                        + " IR_05",
                "'{\"amount\": 6540, \"currency\": \"EUR\","
                        + " \"payment_id\": \"pay_0000000000000000000000001\"}', 422, IR_05",
            })
    void a_create_that_makes_no_sense_is_refused(String body, int status, String code) {
        var answer = MERCHANT.post("/payments", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.errorCode()).isEqualTo(code);
        var error = answer.json().path("error");
        assertThat(error.path("request_id").asString())
                .isEqualTo(answer.headers().firstValue("x-request-id").orElseThrow());
        assertThat(error.path("message").asString()).isNotBlank();
    }

    @Test
    void a_body_that_is_too_large_is_refused() {
        var body =
                "{\"amount\": 1, \"currency\": \"EUR\", \"description\": \"%s\"}"
                        .formatted("x".repeat(600 * 1024));
        var answer = MERCHANT.post("/payments", body).expect(413);
        assertThat(answer.errorCode()).isEqualTo("IR_06");
    }

    @Test
    void without_a_key_nothing_is_told() {
        assertThat(new MerchantClient("").post("/payments", "{}").expect(401).errorCode())
                .isEqualTo("IR_01");
        assertThat(new MerchantClient("sk_nobody").get("/payments/x").expect(401).errorCode())
                .isEqualTo("IR_01");
    }

    @Test
    void another_merchants_payment_looks_like_a_missing_one() {
        var paymentId = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        var foreign = MerchantClient.OTHER.get("/payments/" + paymentId).expect(404);
        var missing =
                MerchantClient.OTHER.get("/payments/pay_00000000000000000000000000").expect(404);
        assertThat(foreign.errorCode()).isEqualTo("HE_02").isEqualTo(missing.errorCode());
        assertThat(
                        MerchantClient.OTHER
                                .post("/payments/" + paymentId + "/capture", "{}")
                                .expect(404)
                                .errorCode())
                .isEqualTo("HE_02");
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo("requires_capture");
    }

    @Test
    void unknown_paths_and_methods_have_the_same_shape() {
        assertThat(MERCHANT.get("/nothing/here").expect(404).errorCode()).isEqualTo("IR_02");
        var wrong = MERCHANT.send(MERCHANT.request("/payments").DELETE()).expect(405);
        assertThat(wrong.errorCode()).isEqualTo("IR_03");
        assertThat(wrong.headers().firstValue("allow")).isPresent();
    }
}
