package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a stranger can do who has read the publishable key in the shop's page. */
@ExtendWith(RunningStack.class)
class TrustBoundaryTest {

    private static final Merchant MERCHANT = Merchant.SANDBOX;
    private static final Merchant STRANGER = Merchant.CUSTOMER;
    private static final String NEW = "{\"amount\": 6540, \"currency\": \"EUR\"}";
    private static final String METHOD =
            "\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"";

    @Test
    void i_cannot_use_up_the_idempotency_key_of_the_merchants_server() {
        var key = UUID.randomUUID().toString();
        var payment = MERCHANT.post("/payments", NEW).expect(200);
        var guess = "{\"client_secret\": \"guess\", " + METHOD + "}";
        assertThat(under(key, STRANGER, confirm(payment), guess).errorCode()).isEqualTo("IR_09");
        var mine = MERCHANT.post("/payments", NEW).expect(200);
        under(key, STRANGER, confirm(mine), withSecret(mine, METHOD)).expect(200);

        var created = under(key, MERCHANT, "/payments", NEW).expect(200);

        assertThat(created.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(created.string("status")).isEqualTo("requires_payment_method");
    }

    @Test
    void i_do_not_get_the_answer_that_the_merchants_server_got() {
        var key = UUID.randomUUID().toString();
        var payment = MERCHANT.post("/payments", NEW).expect(200);
        var body = "{" + METHOD + "}";
        var answer = under(key, MERCHANT, confirm(payment), body).expect(200);
        assertThat(answer.string("client_secret")).isNotEmpty();

        var replayed = under(key, STRANGER, confirm(payment), body).expect(400);

        assertThat(replayed.errorCode()).isEqualTo("IR_04");
        assertThat(replayed.text()).doesNotContain(answer.string("client_secret"));
    }

    @Test
    void i_do_not_get_the_answer_that_another_customer_got() {
        var key = UUID.randomUUID().toString();
        var theirs = MERCHANT.post("/payments", NEW).expect(200);
        var body = withSecret(theirs, METHOD);
        var answer = under(key, STRANGER, confirm(theirs), body).expect(200);
        var again = under(key, STRANGER, confirm(theirs), body).expect(200);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(again.text()).isEqualTo(answer.text());

        var mine = MERCHANT.post("/payments", NEW).expect(200);
        var withMySecret = withSecret(mine, METHOD);
        assertThat(under(key, STRANGER, confirm(theirs), withMySecret).expect(400).errorCode())
                .isEqualTo("IR_09");
        assertThat(under(key, STRANGER, confirm(mine), withMySecret).expect(200).string("status"))
                .isEqualTo("succeeded");
    }

    @Test
    void no_beginning_of_a_client_secret_opens_the_payment() {
        var payment = MERCHANT.post("/payments", NEW).expect(200);
        var path = "/payments/" + payment.string("payment_id");
        var secret = payment.string("client_secret");
        for (var length = 0; length < secret.length(); length++) {
            var prefix = secret.substring(0, length);
            var body = "{\"client_secret\": \"%s\", %s}".formatted(prefix, METHOD);
            assertThat(STRANGER.get(path + "?client_secret=" + prefix).expect(400).errorCode())
                    .as(prefix)
                    .isEqualTo("IR_09");
            assertThat(STRANGER.get(path, "{\"client_secret\": \"" + prefix + "\"}").errorCode())
                    .as(prefix)
                    .isEqualTo("IR_09");
            assertThat(STRANGER.post(confirm(payment), body).expect(400).errorCode())
                    .as(prefix)
                    .isEqualTo("IR_09");
            assertThat(STRANGER.post(path + "/complete_authorize", body).expect(400).errorCode())
                    .as(prefix)
                    .isEqualTo("IR_09");
        }
        assertThat(MERCHANT.payment(payment.string("payment_id")).string("status"))
                .isEqualTo("requires_payment_method");
        assertThat(STRANGER.get(path + "?client_secret=" + secret).expect(200).string("status"))
                .isEqualTo("requires_payment_method");
    }

    private static String confirm(Answer payment) {
        return "/payments/" + payment.string("payment_id") + "/confirm";
    }

    private static String withSecret(Answer payment, String fields) {
        return "{\"client_secret\": \"%s\", %s}".formatted(payment.string("client_secret"), fields);
    }

    private static Answer under(String key, Merchant caller, String path, String body) {
        return caller.post(path, body, Map.of("Idempotency-Key", key));
    }
}
