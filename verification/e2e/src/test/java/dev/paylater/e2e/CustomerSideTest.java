package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a customer's browser takes part in: 3-D Secure, wallets, links, standing consents. */
@ExtendWith(RunningStack.class)
class CustomerSideTest {

    private static final String THREE_DS =
            """
            "authentication_type": "three_ds", "request_external_three_ds_authentication": true
            """;

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @CsvSource({"3ds-frictionless, Y, requires_capture", "3ds-failed, N, failed"})
    @Covers({
        "ThreeDsRequest.client_secret",
        "ThreeDsRequest.device_channel",
        "ThreeDsRequest.threeds_method_comp_ind",
        "ThreeDsResponse.trans_status",
        "ThreeDsResponse.three_ds_requestor_url",
        "PaymentFields.request_external_three_ds_authentication",
        "Payment.external_3ds_authentication_attempted"
    })
    void an_authentication_without_challenge_decides_at_once(
            String tag, String transStatus, String status) {
        var payment = withThreeDs(tag);
        var path = "/payments/" + payment.string("payment_id");
        var authenticated =
                MerchantClient.CUSTOMER
                        .post(
                                path + "/3ds/authentication",
                                """
                                {"client_secret": "%s", "device_channel": "BRW",
                                 "threeds_method_comp_ind": "Y"}
                                """
                                        .formatted(payment.string("client_secret")))
                        .expect(200);
        assertThat(authenticated.string("trans_status")).isEqualTo(transStatus);
        assertThat(authenticated.string("three_ds_requestor_url")).startsWith("http");
        var after = MERCHANT.payment(payment.string("payment_id"));
        assertThat(after.string("status")).isEqualTo(status);
        assertThat(after.json().path("external_3ds_authentication_attempted").asBoolean()).isTrue();
    }

    @Test
    @Covers({
        "Payment.external_authentication_details",
        "ThreeDsResponse.acs_url",
        "ThreeDsResponse.challenge_request",
        "ThreeDsResponse.acs_reference_number",
        "ThreeDsResponse.acs_trans_id",
        "ThreeDsResponse.three_dsserver_trans_id",
        "ThreeDsResponse.acs_signed_content",
        "ThreeDsRequest.sdk_information"
    })
    void a_challenge_is_passed_before_the_authorization_goes_on() {
        var payment = withThreeDs("3ds-challenge");
        var id = payment.string("payment_id");
        var inApp =
                """
                {"client_secret": "%s", "device_channel": "APP", "threeds_method_comp_ind": "U",
                 "sdk_information": {"sdk_app_id": "a", "sdk_enc_data": "b",
                   "sdk_ephem_pub_key": {"kty": "EC"}, "sdk_trans_id": "c",
                   "sdk_reference_number": "d", "sdk_max_timeout": 15, "sdk_type": "01"}}
                """
                        .formatted(payment.string("client_secret"));
        var path = "/payments/" + id + "/3ds/authentication";
        assertThat(MerchantClient.SANDBOX.post(path, inApp).expect(401).errorCode())
                .isEqualTo("IR_01");
        var lacking = "{\"client_secret\": \"%s\"}".formatted(payment.string("client_secret"));
        assertThat(MerchantClient.CUSTOMER.post(path, lacking).expect(400).errorCode())
                .isEqualTo("IR_04");
        var challenge = MerchantClient.CUSTOMER.post(path, inApp).expect(200);
        assertThat(challenge.string("trans_status")).isEqualTo("C");
        for (var field :
                new String[] {
                    "acs_url",
                    "challenge_request",
                    "acs_reference_number",
                    "acs_trans_id",
                    "three_dsserver_trans_id"
                }) {
            assertThat(challenge.string(field)).as(field).isNotEmpty();
        }
        assertThat(challenge.json().has("acs_signed_content")).isTrue();
        var details = MERCHANT.payment(id).json().path("external_authentication_details");
        assertThat(details.path("authentication_flow").asString()).isEqualTo("challenge");
        assertThat(details.path("status").asString()).isEqualTo("started");
        assertThat(details.path("version").asString()).isNotEmpty();
        assertThat(details.path("ds_transaction_id").asString()).isNotEmpty();
        ProviderLedger.decide(challenge.string("acs_url"), "approve").expect(302);
        var done =
                MerchantClient.CUSTOMER
                        .post(
                                "/" + id + "/complete_authorize",
                                "{\"client_secret\": \"%s\"}"
                                        .formatted(payment.string("client_secret")))
                        .expect(200);
        assertThat(done.string("status")).isEqualTo("requires_capture");
        assertThat(ProviderLedger.ledgerOf(id)).containsExactly("authorize 6540");
    }

    @Test
    @Covers({
        "SessionTokensRequest.payment_id",
        "SessionTokensRequest.client_secret",
        "SessionTokensRequest.wallets",
        "SessionTokensResponse.session_token"
    })
    void a_wallet_gets_its_session_token() {
        var payment =
                MERCHANT.post(
                        "/payments",
                        """
                        {"amount": 6540, "currency": "EUR", "connector": ["klarna", "sandbox"]}
                        """);
        var id = payment.expect(200).string("payment_id");
        var secret = payment.string("client_secret");
        var body =
                """
                {"payment_id": "%s", "client_secret": "%s", "wallets": ["klarna"]}
                """
                        .formatted(id, secret);
        var tokens = MerchantClient.CUSTOMER.post("/payments/session_tokens", body).expect(200);
        assertThat(tokens.string("payment_id")).isEqualTo(id);
        assertThat(tokens.string("client_secret")).isEqualTo(secret);
        var token = tokens.json().at("/session_token/0");
        assertThat(token.path("wallet_name").asString()).isEqualTo("klarna");
        assertThat(token.path("connector").asString()).isEqualTo("klarna");
        assertThat(token.path("delayed_session_token").isBoolean()).isTrue();
        assertThat(token.at("/sdk_next_action/next_action").asString()).isEqualTo("confirm");
        assertThat(
                        MerchantClient.CUSTOMER
                                .post("/payments/session_tokens", body.replace(secret, "wrong"))
                                .expect(400)
                                .errorCode())
                .isEqualTo("IR_09");
    }

    @Test
    @Covers({
        "Payment.payment_link",
        "PaymentLinkRequest.client_secret",
        "GET /payment_link/{payment_link_id}",
        "GET /payment_link/list",
        "POST /payment_link/{payment_link_id}/deactivate",
        "3.3 payment link status"
    })
    void a_payment_link_is_retrieved_and_listed_and_has_expired_once_it_is_deactivated() {
        var payment =
                MERCHANT.post(
                                "/payments",
                                """
                                {"amount": 6540, "currency": "EUR", "description": "A lamp",
                                 "payment_link": true, "payment_link_config":
                                   {"theme": "#2563eb", "seller_name": "Lamps & Sons"}}
                                """)
                        .expect(200);
        var reference = payment.json().path("payment_link");
        var path = "/payment_link/" + reference.path("payment_link_id").asString();
        var link = MERCHANT.get(path).expect(200);
        assertThat(link.string("status")).isEqualTo("active");
        assertThat(link.string("link_to_pay")).isEqualTo(reference.path("link").asString());
        assertThat(link.string("secure_link")).isNotEmpty();
        assertThat(link.number("amount")).isEqualTo(6540);
        assertThat(link.string("description")).isEqualTo("A lamp");
        assertThat(Instant.parse(link.string("expiry")))
                .isEqualTo(Instant.parse(link.string("created_at")).plus(Duration.ofDays(1)));
        assertThat(MERCHANT.get(link.string("link_to_pay")).expect(200).text())
                .contains("Lamps &amp; Sons", "65.40");
        var secret = "{\"client_secret\": \"" + payment.string("client_secret") + "\"}";
        var seenByCustomer = MerchantClient.CUSTOMER.get(path, secret).expect(200);
        assertThat(seenByCustomer.string("link_to_pay")).isEqualTo(link.string("link_to_pay"));
        assertThat(seenByCustomer.number("amount")).isEqualTo(6540);
        assertThat(seenByCustomer.json().path("secure_link").isNull()).isTrue();
        assertThat(MerchantClient.CUSTOMER.get(path).expect(400).errorCode()).isEqualTo("IR_04");
        assertThat(MerchantClient.OTHER.get(path).expect(404).errorCode()).isEqualTo("HE_02");
        assertThat(MERCHANT.get("/payment_link/list?limit=100").expect(200).json().path("data"))
                .anySatisfy(
                        listed ->
                                assertThat(listed.path("payment_link_id").asString())
                                        .isEqualTo(link.string("payment_link_id")));
        assertThat(MerchantClient.OTHER.post(path + "/deactivate", "").expect(404).errorCode())
                .isEqualTo("HE_02");
        assertThat(MERCHANT.post(path + "/deactivate", "").expect(200).string("status"))
                .isEqualTo("expired");
        assertThat(MERCHANT.get(path).expect(200).string("status")).isEqualTo("expired");
        MERCHANT.get(link.string("link_to_pay")).expect(410);
    }

    @ParameterizedTest
    @CsvSource({"create", "update", "confirm"})
    @Covers({"Payment.allowed_payment_method_types", "PaymentFields.allowed_payment_method_types"})
    void only_the_allowed_types_can_pay_whenever_they_are_named(String setOn) {
        var allowed = "\"allowed_payment_method_types\": [\"invoice\", \"direct_debit\"]";
        var none = "{\"amount\": 6540, \"currency\": \"EUR\"}";
        var created =
                MERCHANT.post(
                                "/payments",
                                setOn.equals("create") ? MerchantClient.with(none, allowed) : none)
                        .expect(200);
        var path = "/payments/" + created.string("payment_id");
        if (setOn.equals("update")) {
            MERCHANT.post(path, "{" + allowed + "}").expect(200);
        }
        var confirm =
                "{\"payment_method\": \"pay_later\", \"payment_method_type\": \"%s\"%s}"
                        .formatted(
                                "installment_invoice",
                                setOn.equals("confirm") ? ", " + allowed : "");
        var refused = MERCHANT.post(path + "/confirm", confirm).expect(422);
        assertThat(refused.errorCode()).isEqualTo("IR_06");
        assertThat(refused.json().at("/error/param").asString()).isEqualTo("payment_method_type");
        assertThat(refused.text()).contains("installment_invoice");
        var unchanged = MERCHANT.payment(created.string("payment_id"));
        assertThat(unchanged.string("status")).isEqualTo("requires_payment_method");
        var paid =
                MERCHANT.post(
                                path + "/confirm",
                                confirm.replace("installment_invoice", "direct_debit"))
                        .expect(200);
        assertThat(paid.string("status")).isEqualTo("succeeded");
        assertThat(paid.json().path("allowed_payment_method_types").toString())
                .isEqualTo("[\"invoice\",\"direct_debit\"]");
    }

    @Test
    void a_type_that_is_chosen_first_bounds_what_can_be_allowed_later() {
        var created =
                MERCHANT.post(
                                "/payments",
                                "{\"amount\": 6540, \"currency\": \"EUR\", \"payment_method\":"
                                        + " \"pay_later\", \"payment_method_type\": \"invoice\"}")
                        .expect(200);
        var path = "/payments/" + created.string("payment_id");
        var narrowed = "{\"allowed_payment_method_types\": [\"direct_debit\"]}";
        assertThat(MERCHANT.post(path, narrowed).expect(422).errorCode()).isEqualTo("IR_06");
    }

    @Test
    void the_link_page_shows_what_is_charged_with_its_parts() {
        var payment =
                MERCHANT.post(
                                "/payments",
                                """
                                {"amount": 6540, "currency": "EUR", "payment_link": true,
                                 "shipping_cost": 490, "order_tax_amount": 1130,
                                 "surcharge_details": {"surcharge_amount": 100, "tax_amount": 19},
                                 "allowed_payment_method_types": ["invoice", "installment_invoice"],
                                 "customer": {"id": "cus_page", "email": "ada@example.com"},
                                 "billing": {"address": {"first_name": "Ada", "country": "DE"}},
                                 "order_details": [
                                   {"product_name": "Lamp", "quantity": 2, "amount": 6000},
                                   {"product_name": "Bulb", "quantity": 1, "amount": 540}]}
                                """)
                        .expect(200);
        var link = payment.json().at("/payment_link/link").asString();
        var page = MerchantClient.NOBODY.get(link).expect(200).text();
        assertThat(payment.number("net_amount")).isEqualTo(8279);
        assertThat(page)
                .contains(
                        "<bdi>Lamp</bdi> × 2</th><td>€60.00</td>",
                        "<bdi>Bulb</bdi></th><td>€5.40</td>",
                        "<bdi>Shipping</bdi></th><td>€4.90</td>",
                        "<bdi>Tax</bdi></th><td>€11.30</td>",
                        "<bdi>Surcharge</bdi></th><td>€1.00</td>",
                        "<bdi>Tax on the surcharge</bdi></th><td>€0.19</td>",
                        "Total</th><td>€82.79</td>",
                        "Street and number",
                        "autocomplete=\"billing postal-code\"",
                        "<b><bdi>Sandbox</bdi></b> Invoice",
                        "<b><bdi>Sandbox</bdi></b> Instalments by invoice")
                .doesNotContain("value=\"direct_debit\"", "65.40", "line1<", "ada@example.com");
        var filled =
                "payment_method_type=invoice&first_name=Ada&last_name=Jones&line1=Main+St+1"
                        + "&zip=10115&city=Berlin&country=DE&email=ada%40example.com&phone="
                        + "&birth_date=1990-12-10";
        var paid = MerchantClient.NOBODY.submit(link, filled).expect(200);
        assertThat(paid.text()).contains("Your payment is approved");
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id")))
                .containsExactly("authorize 8279", "capture 8279");
    }

    @Test
    @Covers({
        "Payment.mandate_id",
        "Payment.mandate_data",
        "Payment.connector_mandate_id",
        "Payment.setup_future_usage",
        "Payment.off_session",
        "MandateData.update_mandate_id",
        "MandateData.customer_acceptance",
        "PaymentFields.recurring_details",
        "PaymentFields.mandate_id",
        "PaymentFields.mandate_data",
        "PaymentFields.off_session",
        "PaymentFields.payment_type",
        "PaymentFields.setup_future_usage"
    })
    void a_standing_consent_pays_without_the_customer_and_can_be_replaced() {
        var first = consenting("");
        var mandate = first.string("mandate_id");
        assertThat(mandate).isNotEmpty();
        assertThat(first.string("connector_mandate_id")).isNotEmpty();
        assertThat(
                        first.json()
                                .at("/mandate_data/customer_acceptance/online/user_agent")
                                .asString())
                .isEqualTo("agent");
        var off = "{\"amount\": 900, \"currency\": \"EUR\", \"confirm\": true,";
        var byId =
                MERCHANT.post(
                                "/payments",
                                off + "\"off_session\": true, \"mandate_id\": \"" + mandate + "\"}")
                        .expect(200);
        assertThat(byId.string("status")).isEqualTo("succeeded");
        assertThat(byId.string("mandate_id")).isEqualTo(mandate);
        assertThat(byId.string("connector_mandate_id"))
                .isEqualTo(first.string("connector_mandate_id"));
        var recurring =
                off
                        + " \"off_session\": true, \"payment_type\": \"recurring_mandate\","
                        + " \"recurring_details\": {\"type\": \"mandate_id\", \"data\": \""
                        + mandate
                        + "\"}}";
        assertThat(MERCHANT.post("/payments", recurring).expect(200).string("status"))
                .isEqualTo("succeeded");
        var replacing = consenting(", \"update_mandate_id\": \"" + mandate + "\"");
        assertThat(replacing.string("mandate_id")).isEqualTo(mandate);
        var later = MERCHANT.post("/payments", recurring).expect(200);
        assertThat(later.string("connector_mandate_id"))
                .isEqualTo(replacing.string("connector_mandate_id"))
                .isNotEqualTo(first.string("connector_mandate_id"));
        assertThat(
                        MERCHANT.post("/payments", off + "\"mandate_id\": \"" + mandate + "\"}")
                                .errorCode())
                .isEqualTo("IR_04");
        assertThat(MerchantClient.OTHER.post("/payments", recurring).expect(400).errorCode())
                .isEqualTo("IR_39");
    }

    @Test
    @Covers("Payment.amount")
    void nothing_is_paid_when_only_a_consent_is_set_up() {
        var zero = "{\"amount\": 0, \"currency\": \"EUR\"}";
        var created = MERCHANT.post("/payments", zero).expect(200);
        var confirm = "/payments/" + created.string("payment_id") + "/confirm";
        var method = "{\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"";
        assertThat(MERCHANT.post(confirm, method + "}").expect(422).errorCode()).isEqualTo("IR_06");
        var setUp =
                MERCHANT.post(
                                confirm,
                                method
                                        + ", \"payment_type\": \"setup_mandate\","
                                        + " \"setup_future_usage\": \"off_session\"}")
                        .expect(200);
        assertThat(setUp.string("status")).isEqualTo("succeeded");
        assertThat(setUp.string("mandate_id")).isNotEmpty();
    }

    private static ApiAnswer consenting(String mandateField) {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        """
                        "setup_future_usage": "off_session", "customer": {"id": "cus_consent"},
                        "payment_type": "new_mandate", "mandate_data": {"customer_acceptance":
                          {"acceptance_type": "online", "accepted_at": "2026-01-01T00:00:00Z",
                           "online": {"ip_address": "127.0.0.1", "user_agent": "agent"}}%s}
                        """
                                .formatted(mandateField));
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.string("status")).isEqualTo("succeeded");
        return payment;
    }

    @Test
    void a_customer_is_authenticated_only_where_the_connector_can() {
        var klarna = MerchantClient.with(Shop.KLARNA.purchase("manual", ""), THREE_DS);
        assertThat(MERCHANT.post("/payments", klarna).expect(400).errorCode()).isEqualTo("IR_37");

        var either = MerchantClient.with(klarna, "\"connector\": [\"klarna\", \"sandbox\"]");
        assertThat(authenticating(either).string("connector")).isEqualTo("sandbox");
    }

    private static ApiAnswer withThreeDs(String tag) {
        return authenticating(MerchantClient.with(MerchantClient.body(tag, "manual"), THREE_DS));
    }

    private static ApiAnswer authenticating(String body) {
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_customer_action");
        assertThat(payment.json().at("/next_action/type").asString()).isEqualTo("three_ds_invoke");
        return payment;
    }
}
