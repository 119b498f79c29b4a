package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stranger can do who has read the publishable key in the shop's page. */
@ExtendWith(RunningStack.class)
class TrustBoundaryTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final MerchantClient STRANGER = MerchantClient.CUSTOMER;
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
        // A secret without a character has the wrong form, 422.
        for (var length = 1; length < secret.length(); length++) {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"authentication_type\": \"three_ds\"",
                "\"request_external_three_ds_authentication\": true",
                "\"return_url\": \"https://evil.example/\"",
                "\"merchant_order_reference_id\": \"mine\"",
                "\"allowed_payment_method_types\": [\"direct_debit\"]",
                "\"order_details\": [{\"product_name\": \"Pony\", \"amount\": 6540}]",
                "\"connector_metadata\": {\"a\": \"b\"}",
                "\"metadata\": {\"a\": \"b\"}",
                "\"amount\": 1",
                "\"amount_to_capture\": 1",
                "\"connector\": [\"klarna\"]",
                "\"customer\": {\"id\": \"cus_other\"}",
                "\"mandate_id\": \"man_other\"",
                "\"payment_method_type\": \"direct_debit\"",
                "\"ssn\": \"1\""
            })
    void i_cannot_decide_what_is_the_merchants_to_decide(String field) {
        var payment =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        NEW,
                                        METHOD + ", \"return_url\": \"https://shop.example/\""))
                        .expect(200);
        for (var path : new String[] {confirm(payment), complete(payment)}) {
            var refused = STRANGER.post(path, withSecret(payment, field)).expect(422);
            assertThat(refused.errorCode()).as(path).isEqualTo("IR_05");
            assertThat(field).contains("\"" + refused.json().at("/error/param").asString() + "\"");
        }
        var untouched = MERCHANT.payment(payment.string("payment_id"));
        assertThat(untouched.json()).isEqualTo(payment.json());
    }

    @Test
    void what_i_repeat_of_the_merchants_values_is_no_attempt_to_change_them() {
        var payment =
                MERCHANT.post("/payments", MerchantClient.with(NEW, "\"description\": \"A lamp\""))
                        .expect(200);
        var same = "\"amount\": 6540, \"currency\": \"EUR\", \"description\": \"A lamp\", ";
        var confirmed =
                STRANGER.post(
                                confirm(payment),
                                withSecret(
                                        payment,
                                        same + METHOD + ", \"return_url\": \"https://a.example/\""))
                        .expect(200);
        assertThat(confirmed.string("status")).isEqualTo("succeeded");
        assertThat(confirmed.string("return_url")).isEqualTo("https://a.example/");
    }

    @Test
    void i_fill_in_an_address_and_cannot_replace_the_merchants() {
        var shipping = "{\"address\": {\"line1\": \"Main St 1\", \"city\": \"Berlin\"}}";
        var payment =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        NEW,
                                        "\"billing\": {\"address\": {\"country\": \"DE\"}},"
                                                + " \"shipping\": "
                                                + shipping))
                        .expect(200);
        var evil =
                "{\"address\": {\"line1\": \"Evil 2\", \"line2\": \"c/o Eve\"}, \"email\":"
                        + " \"e@example.com\"}";
        STRANGER.post(
                        confirm(payment),
                        withSecret(
                                payment,
                                METHOD
                                        + ", \"shipping\": "
                                        + evil
                                        + ", \"billing\": {\"address\": {\"country\":"
                                        + " \"FR\", \"city\": \"Bonn\", \"castle\": 1}}"))
                .expect(200);
        // A browser is shown what it has sent itself; the merchant sees the whole.
        var stored = MERCHANT.payment(payment.string("payment_id")).json();
        assertThat(stored.at("/shipping/address/line1").asString()).isEqualTo("Main St 1");
        assertThat(stored.at("/shipping/address/line2").isNull()).isTrue();
        assertThat(stored.at("/shipping/email").asString()).isEqualTo("e@example.com");
        assertThat(stored.at("/billing/address/country").asString()).isEqualTo("DE");
        assertThat(stored.at("/billing/address/city").asString()).isEqualTo("Bonn");
        assertThat(stored.toString()).doesNotContain("castle");
    }

    @Test
    void a_text_of_mine_that_looks_sealed_stops_nothing() {
        var payment = MERCHANT.pay("redirect", "manual").expect(200);
        var id = payment.string("payment_id");
        var looksSealed =
                "\"shipping\": {\"ssn\": \"sealed:AA\", \"address\": {\"line1\":"
                        + " \"sealed:AA\"}},"
                        + " \"name\": \"sealed:AA\"";
        STRANGER.post(complete(payment), withSecret(payment, looksSealed)).expect(200);
        assertThat(Browser.follow(payment, "approve")).contains("status=requires_capture");
        var captured = MERCHANT.post("/payments/" + id + "/capture", "{}").expect(200);
        assertThat(captured.string("status")).isEqualTo("succeeded");
        assertThat(captured.json().at("/shipping/address/line1").asString()).isEqualTo("sealed:AA");
    }

    @Test
    void however_much_i_send_the_merchant_can_capture_and_refund() {
        var payment = MERCHANT.pay("redirect", "manual").expect(200);
        var id = payment.string("payment_id");
        var large =
                "\"shipping\": {\"address\": {\"line1\": \"%1$s\"}, \"junk\": \"%2$s\"}"
                        .formatted("x".repeat(255), "y".repeat(400_000));
        for (var i = 0; i < 12; i++) {
            STRANGER.post(complete(payment), withSecret(payment, large)).expect(200);
        }
        var small = withSecret(payment, "\"locale\": \"de\"");
        var last = STRANGER.post(complete(payment), small);
        for (var i = 0; i < 120 && last.status() == 200; i++) {
            last = STRANGER.post(complete(payment), small);
        }
        assertThat(last.errorCode()).as(last.text()).isEqualTo("IR_16");
        assertThat(Browser.follow(payment, "approve")).contains("status=requires_capture");
        MERCHANT.post("/payments/" + id + "/capture", "{}").expect(200);
        var refund = "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(id);
        assertThat(MERCHANT.post("/refunds", refund).expect(200).string("status"))
                .isEqualTo("succeeded");
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 6540", "refund 500");
    }

    private static String complete(ApiAnswer payment) {
        return "/" + payment.string("payment_id") + "/complete_authorize";
    }

    private static String confirm(ApiAnswer payment) {
        return "/payments/" + payment.string("payment_id") + "/confirm";
    }

    private static String withSecret(ApiAnswer payment, String fields) {
        return "{\"client_secret\": \"%s\", %s}".formatted(payment.string("client_secret"), fields);
    }

    private static ApiAnswer under(String key, MerchantClient caller, String path, String body) {
        return caller.post(path, body, Map.of("Idempotency-Key", key));
    }
}
