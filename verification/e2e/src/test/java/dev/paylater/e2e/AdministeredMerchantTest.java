package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A merchant that was made through the admin API takes payments as a seeded one does. */
@ExtendWith(RunningStack.class)
class AdministeredMerchantTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    @Covers({"5.1 api-key header", "5.5 merchant of the key", "5.6 issuing and rotating keys"})
    void a_new_merchant_takes_a_payment_from_create_to_refund() {
        var name = "merchant_" + UUID.randomUUID().toString().substring(0, 8);
        MerchantClient.administer("", "{\"merchant_id\": \"" + name + "\"}").expect(200);
        var rest = "/" + name;
        MerchantClient.administer(
                        rest + "/connector_accounts",
                        """
                        {"connector": "sandbox", "credentials": {"api_key": "sandbox_%s"},
                         "base_url": "%s/sandbox/v1"}
                        """
                                .formatted(name, ProviderLedger.BASE))
                .expect(200);
        var issued =
                MerchantClient.administer(rest + "/api_keys", "{\"kind\": \"secret\"}").expect(200);
        var merchant = new MerchantClient(issued.string("api_key"));
        var payment = merchant.pay("", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_capture");
        assertThat(payment.string("merchant_id")).isEqualTo(name);
        var id = payment.string("payment_id");
        merchant.post("/payments/" + id + "/capture", "{}").expect(200);
        var refund =
                merchant.post(
                        "/refunds", "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(id));
        assertThat(refund.expect(200).string("status")).isEqualTo("succeeded");
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 6540", "refund 500");
        assertThat(MerchantClient.SANDBOX.get("/payments/" + id).expect(404).errorCode())
                .isEqualTo("HE_02");
        var keys = rest + "/api_keys/" + issued.string("key_id");
        var next =
                MerchantClient.administer(keys + "/rotate", "{\"overlap_seconds\": 60}")
                        .expect(200);
        merchant.payment(id);
        new MerchantClient(next.string("api_key")).payment(id);
        MerchantClient.administer(keys + "/revoke", "{}").expect(200);
        var end = Instant.now().plus(SOON);
        while (merchant.get("/payments/" + id).status() != 401 && Instant.now().isBefore(end)) {
            MerchantClient.pause();
        }
        assertThat(merchant.get("/payments/" + id).expect(401).errorCode()).isEqualTo("IR_01");
    }

    @Test
    void with_the_key_of_a_reporting_tool_i_read_what_was_refunded_and_refund_nothing() {
        var id = MerchantClient.SANDBOX.pay("", "automatic").expect(200).string("payment_id");
        var refund =
                MerchantClient.SANDBOX
                        .post("/refunds", "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(id))
                        .expect(200)
                        .string("refund_id");
        var keys = "/merchant_sandbox/api_keys";
        var scopes = "{\"kind\": \"secret\", \"scopes\": [\"payments.read\", \"reports\"]}";
        var issued = MerchantClient.administer(keys, scopes).expect(200);
        var tool = new MerchantClient(issued.string("api_key"));
        tool.payment(id);
        assertThat(tool.get("/refunds/" + refund).expect(200).number("amount")).isEqualTo(500);
        var more = "{\"payment_id\": \"%s\", \"amount\": 600}".formatted(id);
        assertThat(tool.post("/refunds", more).expect(403).errorCode()).isEqualTo("IR_17");
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 6540", "refund 500");
        var logged =
                MerchantClient.inspect("/audit_log?merchant_id=merchant_sandbox&action=issueApiKey")
                        .expect(200)
                        .json()
                        .at("/data/0");
        assertThat(logged.path("resource_id").asString()).isEqualTo(issued.string("key_id"));
        assertThat(logged.path("outcome").asString()).isEqualTo("done");
    }

    @Test
    @Covers({
        "Payment.customer",
        "Payment.customer_id",
        "PaymentFields.customer",
        "PaymentFields.customer_id"
    })
    void a_payments_customer_is_kept_and_attached_again() {
        var customer = "cus_" + UUID.randomUUID().toString().substring(0, 12);
        var made =
                MerchantClient.SANDBOX
                        .post(
                                "/payments",
                                """
                                {"amount": 6540, "currency": "EUR", "customer": {"id": "%s",
                                  "name": "Ada", "email": "ada@example.com", "phone": "1234567890",
                                  "phone_country_code": "49"}}
                                """
                                        .formatted(customer))
                        .expect(200);
        assertThat(made.json().at("/customer/phone_country_code").asString()).isEqualTo("49");
        var kept = MerchantClient.SANDBOX.get("/customers/" + customer).expect(200);
        assertThat(kept.string("name")).isEqualTo("Ada");
        assertThat(kept.string("phone")).isEqualTo("1234567890");
        var attached =
                MerchantClient.SANDBOX
                        .post(
                                "/payments",
                                "{\"amount\": 1, \"currency\": \"EUR\", \"customer_id\": \"%s\"}"
                                        .formatted(customer))
                        .expect(200);
        assertThat(attached.string("customer_id")).isEqualTo(customer);
        assertThat(attached.json().at("/customer/email").asString()).isEqualTo("ada@example.com");
        var different =
                "{\"amount\": 1, \"currency\": \"EUR\", \"customer_id\": \"a\","
                        + " \"customer\": {\"id\": \"b\"}}";
        assertThat(MerchantClient.SANDBOX.post("/payments", different).expect(422).errorCode())
                .isEqualTo("IR_06");
        assertThat(MerchantClient.OTHER.get("/customers/" + customer).expect(404).errorCode())
                .isEqualTo("HE_02");
        assertThat(
                        MerchantClient.SANDBOX
                                .post("/customers", "{\"customer_id\": \"" + customer + "\"}")
                                .expect(400)
                                .errorCode())
                .isEqualTo("HE_01");
    }
}
