package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The way from a new payment to an attempt: in one call or several, by server or customer. */
@ExtendWith(RunningStack.class)
class ConfirmationTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String METHOD =
            """
            {"payment_method": "pay_later", "payment_method_type": "invoice",
             "payment_method_data": {"pay_later": {"invoice": {}}}}\
            """;
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    @Covers({
        "1 create then confirm",
        "3.1 new to requires_payment_method",
        "3.1 confirm authorizes, manual capture",
        "POST /payments",
        "POST /payments/{payment_id}",
        "POST /payments/{payment_id}/confirm"
    })
    void a_payment_is_created_then_changed_then_confirmed() {
        var created = MERCHANT.post("/payments", "{\"amount\": 6540, \"currency\": \"EUR\"}");
        assertThat(created.expect(200).string("status")).isEqualTo("requires_payment_method");
        assertThat(created.number("amount_capturable")).isZero();
        for (var unset : new String[] {"payment_method", "customer", "billing", "shipping"}) {
            assertThat(created.json().path(unset).isNull()).as(unset).isTrue();
        }
        var id = created.string("payment_id");
        assertThat(created.string("client_secret")).startsWith(id + "_secret_");
        var updated =
                MERCHANT.post(
                                "/payments/" + id,
                                """
                                {"amount": 7000, "capture_method": "manual",
                                 "description": "Lamp", "email": "ada@example.com",
                                 "metadata": {"cart": "c-1", "till": "2"},
                                 "surcharge_details": {"surcharge_amount": 100, "tax_amount": 20},
                                 "order_details": [{"product_name": "Lamp", "quantity": 1,
                                   "amount": 7000, "product_id": "l-1", "tax_amount": 1118,
                                   "tax_percentage": 19}]}
                                """)
                        .expect(200);
        assertThat(updated.number("net_amount")).isEqualTo(7120);
        assertThat(updated.json().at("/order_details/0/product_name").asString()).isEqualTo("Lamp");
        assertThat(updated.string("description")).isEqualTo("Lamp");
        var withoutAmount = MERCHANT.post("/payments/" + id, "{\"amount\": null}").expect(422);
        assertThat(withoutAmount.errorCode()).isEqualTo("IR_05");
        var cleared =
                MERCHANT.post(
                                "/payments/" + id,
                                """
                                {"description": null, "email": null,
                                 "metadata": {"cart": ""}}
                                """)
                        .expect(200);
        assertThat(cleared.json().path("description").isNull()).isTrue();
        assertThat(cleared.json().path("email").isNull()).isTrue();
        assertThat(cleared.json().path("metadata").toString()).isEqualTo("{\"till\":\"2\"}");
        assertThat(cleared.number("net_amount")).isEqualTo(7120);
        var found = MERCHANT.get("/payments/list?q=ada%40example.com&limit=100").expect(200);
        assertThat(found.text()).doesNotContain(id);
        MERCHANT.post("/payments/" + id, "{\"metadata\": null}").expect(200);
        assertThat(MERCHANT.payment(id).json().path("metadata").isNull()).isTrue();
        var confirmed = MERCHANT.post("/payments/" + id + "/confirm", METHOD).expect(200);
        assertThat(confirmed.string("status")).isEqualTo("requires_capture");
        assertThat(confirmed.number("amount_capturable")).isEqualTo(7120);
        assertThat(confirmed.string("connector_transaction_id")).isNotEmpty();
        assertThat(ProviderLedger.ledgerOf(id)).containsExactly("authorize 7120");
    }

    @Test
    @Covers({"Payment.status", "3.1 confirm authorizes, automatic capture"})
    void a_payment_with_a_method_only_waits_for_its_confirmation() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"confirm\": false, \"payment_id\": \"%s\"".formatted(chosenId()));
        var created = MERCHANT.post("/payments", body).expect(200);
        assertThat(created.string("status")).isEqualTo("requires_confirmation");
        var id = created.string("payment_id");
        assertThat(MERCHANT.post("/payments", body).expect(400).errorCode()).isEqualTo("HE_01");
        assertThat(MERCHANT.post("/payments/" + id + "/confirm", "{}").string("status"))
                .isEqualTo("succeeded");
    }

    @Test
    @Covers({"5.2 publishable keys", "5.3 publishable scope", "5.4 client_secret"})
    void a_customer_confirms_with_the_publishable_key_and_the_payments_secret() {
        var created = MERCHANT.post("/payments", "{\"amount\": 6540, \"currency\": \"EUR\"}");
        var path = "/payments/" + created.expect(200).string("payment_id");
        var secret = "\"client_secret\": \"" + created.string("client_secret") + "\"";
        assertThat(MerchantClient.CUSTOMER.post("/payments", "{}").expect(401).errorCode())
                .isEqualTo("IR_01");
        assertThat(MerchantClient.CUSTOMER.post(path + "/confirm", METHOD).errorCode())
                .isEqualTo("IR_04");
        var wrong = secret.replace("_secret_", "_secret_0");
        assertThat(
                        MerchantClient.CUSTOMER
                                .post(path + "/confirm", MerchantClient.with(METHOD, wrong))
                                .expect(400)
                                .errorCode())
                .isEqualTo("IR_09");
        var raised = MerchantClient.with(METHOD, secret + ", \"amount\": 1");
        assertThat(MerchantClient.CUSTOMER.post(path + "/confirm", raised).expect(422).errorCode())
                .isEqualTo("IR_05");
        var confirmed =
                MerchantClient.CUSTOMER
                        .post(path + "/confirm", MerchantClient.with(METHOD, secret))
                        .expect(200);
        assertThat(confirmed.string("status")).isEqualTo("succeeded");
        assertThat(
                        MerchantClient.CUSTOMER
                                .get(path, "{" + secret + "}")
                                .expect(200)
                                .string("status"))
                .isEqualTo("succeeded");
    }

    @Test
    @Covers({"8 client_secret lifetime", "RetrieveRequest.client_secret"})
    void a_secret_ends_with_its_session_and_the_server_goes_on() {
        var created =
                MERCHANT.post(
                                "/payments",
                                "{\"amount\": 6540, \"currency\": \"EUR\", \"session_expiry\": 0}")
                        .expect(200);
        var path = "/payments/" + created.string("payment_id");
        var query = "?client_secret=" + created.string("client_secret");
        assertThat(MerchantClient.CUSTOMER.get(path + query).expect(400).errorCode())
                .isEqualTo("IR_08");
        assertThat(MERCHANT.post(path + "/confirm", METHOD).expect(200).string("status"))
                .isEqualTo("succeeded");
        var usual =
                MERCHANT.post("/payments", "{\"amount\": 6540, \"currency\": \"EUR\"}").expect(200);
        assertThat(
                        Duration.between(
                                java.time.Instant.parse(usual.string("created")),
                                java.time.Instant.parse(usual.string("expires_on"))))
                .isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    @Covers({
        "1 failed confirm",
        "3.1 connector rejects",
        "7.1 connector errors",
        "7.2 rejected confirm",
        "7.3 manual retry",
        "PaymentFields.retry_action"
    })
    void a_declined_payment_can_be_tried_again_with_another_answer() {
        var failed = MERCHANT.pay("declined", "manual").expect(200);
        assertThat(failed.string("status")).isEqualTo("failed");
        for (var field : new String[] {"error_code", "error_message", "unified_message"}) {
            assertThat(failed.string(field)).as(field).isNotEmpty();
        }
        var id = failed.string("payment_id");
        var again =
                MERCHANT.post(
                                "/payments/" + id + "/confirm",
                                MerchantClient.with(
                                        METHOD,
                                        "\"retry_action\": \"manual_retry\","
                                                + " \"billing\": {\"email\": \"ada@example.com\"}"))
                        .expect(200);
        assertThat(again.string("status")).isEqualTo("requires_capture");
        assertThat(again.number("attempt_count")).isEqualTo(2);
        assertThat(again.json().path("error_code").isNull()).isTrue();
        var attempts =
                MERCHANT.get("/payments/" + id + "?expand_attempts=true").json().path("attempts");
        assertThat(attempts.valueStream().map(a -> a.path("status").asString()))
                .containsExactlyInAnyOrder("authorization_failed", "authorized");
        assertThat(
                        attempts.valueStream()
                                .map(a -> a.path("unified_code").asString(""))
                                .filter(code -> !code.isEmpty()))
                .containsExactly("declined");
    }

    @Test
    @Covers({
        "1 customer action",
        "3.1 customer action needed",
        "POST /{payment_id}/complete_authorize",
        "CompleteAuthorizeRequest.client_secret",
        "CompleteAuthorizeRequest.shipping"
    })
    void the_customer_completes_the_authorization_on_both_paths() {
        // A webhook would be there first, and then there is nothing to complete.
        ProviderLedger.tell(
                        "/behaviour", "{\"connector\": \"sandbox\", \"webhook_delay_ms\": 20000}")
                .expect(200);
        try {
            completeOnBothPaths();
        } finally {
            ProviderLedger.behaveNormally();
        }
    }

    private static void completeOnBothPaths() {
        for (var path :
                new String[] {"/%s/complete_authorize", "/payments/%s/complete_authorize"}) {
            var waiting = MERCHANT.pay("redirect", "manual").expect(200);
            var id = waiting.string("payment_id");
            var page = MERCHANT.get(redirect(waiting)).expect(302).headers();
            ProviderLedger.decide(page.firstValue("location").orElseThrow(), "approve").expect(302);
            var done =
                    MerchantClient.CUSTOMER
                            .post(
                                    path.formatted(id),
                                    """
                                    {"client_secret": "%s",
                                     "shipping": {"address": {"city": "Potsdam"}}}
                                    """
                                            .formatted(waiting.string("client_secret")))
                            .expect(200);
            assertThat(done.string("status")).isEqualTo("requires_capture");
            assertThat(done.json().at("/shipping/address/city").asString()).isEqualTo("Potsdam");
        }
    }

    @ParameterizedTest
    @CsvSource({"approve, requires_capture", "decline, failed"})
    @Covers({"Payment.return_url", "PaymentFields.return_url"})
    void the_customer_comes_back_to_the_shop_and_nowhere_else(String decision, String status) {
        var waiting = MERCHANT.pay("redirect", "manual").expect(200);
        var id = waiting.string("payment_id");
        var page = MERCHANT.get(redirect(waiting)).expect(302).headers();
        var back =
                ProviderLedger.decide(page.firstValue("location").orElseThrow(), decision)
                        .expect(302)
                        .headers()
                        .firstValue("location")
                        .orElseThrow();
        var forged = back + "&return_url=https%3A%2F%2Fevil.example%2F&status=succeeded";
        assertThat(MERCHANT.get(forged).expect(302).headers().firstValue("location").orElseThrow())
                .startsWith("https://shop.example/return?")
                .contains("payment_id=" + id, "status=" + status)
                .doesNotContain("evil");
        for (var nowhere : new String[] {"javascript:alert(1)", "//evil.example", "no url"}) {
            var body =
                    MerchantClient.with(
                            "{\"amount\": 1, \"currency\": \"EUR\"}",
                            "\"return_url\": \"" + nowhere + "\"");
            assertThat(MERCHANT.post("/payments", body).expect(422).errorCode()).isEqualTo("IR_05");
        }
    }

    @Test
    @Covers({"1 forced connectors", "PaymentFields.connector", "Payment.connector"})
    void an_outage_leads_to_the_next_connector_and_a_decline_does_not() {
        var listed = "\"connector\": [\"sandbox\", \"klarna\"]";
        var declined =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        MerchantClient.body("declined", "manual"), listed))
                        .expect(200);
        assertThat(declined.string("status")).isEqualTo("failed");
        assertThat(declined.number("attempt_count")).isEqualTo(1);
        var moving =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(MerchantClient.body("error", "manual"), listed))
                        .expect(200);
        var moved =
                MERCHANT.await(
                        moving.string("payment_id"), SOON, p -> p.number("attempt_count") == 2);
        assertThat(moved.string("connector")).isEqualTo("klarna");
        assertThat(
                        MERCHANT.post(
                                        "/payments",
                                        MerchantClient.with(
                                                MerchantClient.body("", "manual"),
                                                "\"connector\": [\"somebody\"]"))
                                .expect(422)
                                .errorCode())
                .isEqualTo("IR_05");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\": \"single\", \"data\": \"klarna\"} | klarna",
                "{\"type\": \"priority\", \"data\": [{\"connector\": \"klarna\"}]} | klarna",
                "{\"type\": \"volume_split\", \"data\": [{\"connector\": \"klarna\","
                        + " \"split\": 100}, {\"connector\": \"sandbox\", \"split\": 0}]} | klarna"
            })
    @Covers({"1 routing", "PaymentFields.routing"})
    void a_routing_steers_a_payment(String routing, String connector) {
        var body =
                MerchantClient.with(MerchantClient.body("", "manual"), "\"routing\": " + routing);
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.string("connector")).isEqualTo(connector);
    }

    @Test
    @Covers("Payment.merchant_connector_id")
    void where_nobody_can_serve_a_payment_it_stays_confirmable() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "manual"),
                        "\"connector\": [\"klarna\"], \"currency\": \"JPY\"");
        assertThat(MERCHANT.post("/payments", body).expect(400).errorCode()).isEqualTo("IR_39");
        var created =
                MERCHANT.post("/payments", MerchantClient.with(body, "\"confirm\": false"))
                        .expect(200);
        var path = "/payments/" + created.string("payment_id");
        assertThat(MERCHANT.post(path + "/confirm", "{}").expect(400).errorCode())
                .isEqualTo("IR_39");
        var elsewhere = MERCHANT.post(path + "/confirm", "{\"connector\": [\"sandbox\"]}");
        assertThat(elsewhere.expect(200).string("status")).isEqualTo("requires_capture");
        assertThat(elsewhere.string("merchant_connector_id")).isEqualTo("mca_sandbox_sandbox");
    }

    private static String redirect(ApiAnswer payment) {
        return payment.json().at("/next_action/redirect_to_url").asString();
    }

    private static String chosenId() {
        return ("chosen_" + java.util.UUID.randomUUID().toString().replace("-", ""))
                .substring(0, 30);
    }
}
