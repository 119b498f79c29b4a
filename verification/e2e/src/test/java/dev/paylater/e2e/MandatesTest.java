package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A mandate pays within its amount, currency, dates, customer and number of uses, at a provider
 * whose customers agree on its page as well.
 */
@ExtendWith(RunningStack.class)
class MandatesTest {

    private static final int PAYMENTS = 16;
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String SINGLE_USE_OF_100_EUR =
            "\"single_use\": {\"amount\": 10000, \"currency\": \"EUR\"}";

    @Test
    void a_single_use_mandate_of_100_euros_does_not_pay_500_dollars() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        refused(pay(mandate, 50000, "USD", "cus_mandate"), "currency");
        refused(pay(mandate, 10001, "EUR", "cus_mandate"), "amount");
        assertThat(pay(mandate, 10000, "EUR", "cus_mandate").expect(200).string("status"))
                .isEqualTo("succeeded");
    }

    @Test
    void a_second_use_of_a_single_use_mandate_is_refused() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        pay(mandate, 700, "EUR", "cus_mandate").expect(200);
        refused(pay(mandate, 700, "EUR", "cus_mandate"), "mandate_id");
    }

    @Test
    void of_many_uses_at_once_a_single_use_mandate_pays_exactly_one() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        var requests =
                Crowd.start(PAYMENTS, PAYMENTS, () -> pay(mandate, 700, "EUR", "cus_mandate"));
        var answers = requests.stream().map(Crowd::await).toList();
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .hasSize(PAYMENTS - 1)
                .allSatisfy(answer -> refused(answer, "mandate_id"));
    }

    @Test
    void a_use_that_was_declined_leaves_a_single_use_mandate_to_the_payment_that_failed() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        var declined =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        use(mandate, 700, "EUR", "cus_mandate"),
                                        "\"billing\": {\"email\": \"ada+declined@example.com\"}"))
                        .expect(200);
        assertThat(declined.string("status")).isEqualTo("failed");
        refused(pay(mandate, 700, "EUR", "cus_mandate"), "mandate_id");
    }

    @Test
    void another_customers_mandate_pays_nothing() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        refused(pay(mandate, 700, "EUR", "cus_other"), "customer_id");
    }

    @Test
    void a_multi_use_mandate_that_has_ended_pays_nothing() {
        var ended =
                mandate(
                        "\"multi_use\": {\"amount\": 10000, \"currency\": \"EUR\","
                                + " \"end_date\": \"2026-01-01T00:00:00Z\"}",
                        "cus_mandate");
        refused(pay(ended, 700, "EUR", "cus_mandate"), "mandate_id");
        var lasting = mandate("\"multi_use\": {\"amount\": 10000}", "cus_mandate");
        for (var use = 0; use < 2; use++) {
            pay(lasting, 10000, "EUR", "cus_mandate").expect(200);
        }
        refused(pay(lasting, 10001, "EUR", "cus_mandate"), "amount");
    }

    @Test
    void a_mandate_is_read_listed_and_revoked_and_pays_nothing_after_that() {
        var customer = "cus_" + UUID.randomUUID();
        var mandate = mandate("\"multi_use\": {\"amount\": 10000}", customer);
        pay(mandate, 700, "EUR", customer).expect(200);
        var listed =
                MERCHANT.get("/mandates/list?customer_id=" + customer)
                        .expect(200)
                        .json()
                        .path("data");
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).path("mandate_id").asString()).isEqualTo(mandate);
        assertThat(listed.get(0).path("status").asString()).isEqualTo("active");

        for (var time = 0; time < 2; time++) {
            var revoked = MERCHANT.post("/mandates/revoke/" + mandate, "{}").expect(200);
            assertThat(revoked.string("status")).isEqualTo("revoked");
        }

        refused(pay(mandate, 700, "EUR", customer), "mandate_id");
        var read = MERCHANT.get("/mandates/" + mandate).expect(200);
        assertThat(read.string("status")).isEqualTo("revoked");
        assertThat(read.json().at("/mandate_data/mandate_type/multi_use/amount").asLong())
                .isEqualTo(10000);
    }

    @Test
    void a_single_use_mandate_that_has_paid_is_inactive() {
        var mandate = mandate(SINGLE_USE_OF_100_EUR, "cus_mandate");
        pay(mandate, 700, "EUR", "cus_mandate").expect(200);
        assertThat(MERCHANT.get("/mandates/" + mandate).expect(200).string("status"))
                .isEqualTo("inactive");
    }

    @Test
    void setting_up_a_mandate_takes_no_money_and_a_recurring_payment_needs_one() {
        refused(
                MERCHANT.post("/payments", confirmed("\"payment_type\": \"setup_mandate\"")),
                "amount");
        refused(
                MERCHANT.post("/payments", confirmed("\"payment_type\": \"recurring_mandate\"")),
                "mandate_id");
    }

    @Test
    void a_mandate_that_came_with_a_purchase_at_klarna_pays_the_next_one_without_the_customer() {
        var customer = "cus_" + UUID.randomUUID();
        var purchase =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        Shop.KLARNA.purchase("automatic", ""),
                                        """
                                        "payment_type": "new_mandate",
                                        "setup_future_usage": "off_session",
                                        "customer": {"id": "%s"}
                                        """
                                                .formatted(customer)))
                        .expect(200);
        assertThat(Browser.follow(purchase, "approve")).contains("status=succeeded");
        var bought = MERCHANT.payment(purchase.string("payment_id"));
        assertThat(bought.string("connector_mandate_id")).isNotEmpty();

        var next = pay(bought.string("mandate_id"), 700, "EUR", customer).expect(200);

        assertThat(next.string("status")).isEqualTo("succeeded");
        assertThat(next.string("connector")).isEqualTo("klarna");
        var paymentId = next.string("payment_id");
        MERCHANT.post("/refunds", "{\"payment_id\": \"%s\", \"amount\": 200}".formatted(paymentId))
                .expect(200);
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 700", "capture 700", "refund 200");
    }

    @Test
    void a_mandate_that_was_set_up_at_klarna_without_a_purchase_pays_one() {
        var customer = "cus_" + UUID.randomUUID();
        var setup =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        Shop.KLARNA.purchase("automatic", ""),
                                        """
                                        "payment_type": "setup_mandate", "amount": 0,
                                        "order_details": null, "customer": {"id": "%s"}
                                        """
                                                .formatted(customer)))
                        .expect(200);
        assertThat(Browser.follow(setup, "approve")).contains("status=succeeded");
        var paymentId = setup.string("payment_id");
        assertThat(ProviderLedger.ledgerOf(paymentId)).isEmpty();

        var mandate = MERCHANT.payment(paymentId).string("mandate_id");

        assertThat(pay(mandate, 700, "EUR", customer).expect(200).string("status"))
                .isEqualTo("succeeded");
    }

    @Test
    void sezzle_charges_a_customer_who_agreed_on_its_page_without_them() {
        var customer = "cus_" + UUID.randomUUID();
        var first = boughtAtSezzle(customer, "");
        var mandate = first.string("mandate_id");
        assertThat(first.string("connector_mandate_id")).isNotEmpty();

        var later = pay(mandate, 2500, "USD", customer).expect(200);

        assertThat(later.string("status")).isEqualTo("succeeded");
        assertThat(later.string("connector")).isEqualTo("sezzle");
        assertThat(later.string("connector_mandate_id"))
                .isEqualTo(first.string("connector_mandate_id"));
        var paymentId = later.string("payment_id");
        var refund = "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(paymentId);
        MERCHANT.post("/refunds", refund).expect(200);
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 2500", "capture 2500", "refund 500");
        refused(pay(mandate, 2500, "USD", "cus_other"), "customer_id");
    }

    @Test
    void a_customer_of_sezzle_who_does_not_agree_has_paid_and_given_no_mandate() {
        var bought = boughtAtSezzle("cus_" + UUID.randomUUID(), "no-mandate");

        assertThat(bought.json().path("mandate_id").isNull()).isTrue();
        assertThat(bought.json().path("connector_mandate_id").isNull()).isTrue();
    }

    @Test
    void what_sezzle_does_not_approve_without_the_customer_has_failed() {
        var customer = "cus_" + UUID.randomUUID();
        var mandate = boughtAtSezzle(customer, "mandate-declined").string("mandate_id");

        var later = pay(mandate, 2500, "USD", customer).expect(200);

        assertThat(later.string("status")).isEqualTo("failed");
        assertThat(later.string("unified_code")).isEqualTo("declined");
        assertThat(ProviderLedger.ledgerOf(later.string("payment_id"))).isEmpty();
    }

    /** They approve the payment on Sezzle's page, and later ones too unless the tag says no. */
    private static ApiAnswer boughtAtSezzle(String customer, String tag) {
        var purchase =
                MerchantClient.with(
                        Shop.SEZZLE.purchase("manual", tag),
                        """
                        "setup_future_usage": "off_session", "customer": {"id": "%s"}
                        """
                                .formatted(customer));
        var payment = MERCHANT.post("/payments", purchase).expect(200);
        assertThat(Browser.follow(payment, "approve")).contains("status=requires_capture");
        return MERCHANT.payment(payment.string("payment_id"));
    }

    private static void refused(ApiAnswer answer, String param) {
        var error = answer.expect(422);
        assertThat(error.errorCode()).isEqualTo("IR_06");
        assertThat(error.json().at("/error/param").asString()).isEqualTo(param);
    }

    private static String mandate(String type, String customer) {
        var payment =
                MERCHANT.post(
                                "/payments",
                                confirmed(
                                        """
                                        "payment_type": "new_mandate",
                                        "setup_future_usage": "off_session",
                                        "customer": {"id": "%s"},
                                        "mandate_data": {"mandate_type": {%s}}
                                        """
                                                .formatted(customer, type)))
                        .expect(200);
        assertThat(payment.string("status")).isEqualTo("succeeded");
        return payment.string("mandate_id");
    }

    private static String confirmed(String more) {
        return MerchantClient.with(MerchantClient.body("", "automatic"), more);
    }

    private static ApiAnswer pay(String mandate, long amount, String currency, String customer) {
        return MERCHANT.post("/payments", use(mandate, amount, currency, customer));
    }

    private static String use(String mandate, long amount, String currency, String customer) {
        return """
        {"amount": %d, "currency": "%s", "confirm": true, "off_session": true,
         "mandate_id": "%s", "customer": {"id": "%s"}, "description": "%s"}
        """
                .formatted(amount, currency, mandate, customer, UUID.randomUUID());
    }
}
